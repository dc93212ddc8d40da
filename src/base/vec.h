/* Growing arrays of any type. A vector type is declared once, VEC(int), and is a plain struct: its
 * elements are v.data[i], its length is v.size. A zeroed struct is an empty vector. The operations
 * are macros because C has no other way to keep the element type; each does one obvious thing.
 * Their first argument is evaluated more than once: give them a plain pointer. */
#ifndef RONDO_BASE_VEC_H
#define RONDO_BASE_VEC_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"

#define VEC(T)                                                                                     \
  struct {                                                                                         \
    T *data;                                                                                       \
    size_t size, capacity;                                                                         \
  }

typedef VEC(int) IntVec;
typedef VEC(uint32_t) U32Vec;
typedef VEC(char *) StringVec;

/* The capacity to grow to so that `need` elements fit; amortised constant cost. */
size_t vec_capacity_for(size_t capacity, size_t need);

#define vec_reserve(v, need)                                                                       \
  do {                                                                                             \
    if ((size_t)(need) > (v)->capacity) {                                                          \
      (v)->capacity = vec_capacity_for((v)->capacity, (need));                                     \
      (v)->data = mem_resize((v)->data, (v)->capacity * sizeof *(v)->data);                        \
    }                                                                                              \
  } while (0)

#define vec_push(v, element)                                                                       \
  do {                                                                                             \
    vec_reserve((v), (v)->size + 1);                                                               \
    (v)->data[(v)->size++] = (element);                                                            \
  } while (0)

#define vec_pop(v) (assert((v)->size), (v)->data[--(v)->size])
#define vec_last(v) ((v)->data[(assert((v)->size), (v)->size - 1)])
#define vec_clear(v) ((v)->size = 0)

/* Sets the length; new elements are zero. */
#define vec_resize(v, n)                                                                           \
  do {                                                                                             \
    size_t n_ = (n);                                                                               \
    vec_reserve((v), n_);                                                                          \
    if (n_ > (v)->size) memset((v)->data + (v)->size, 0, (n_ - (v)->size) * sizeof *(v)->data);    \
    (v)->size = n_;                                                                                \
  } while (0)

/* Appends the elements of `other`, a vector of the same type. */
#define vec_append(v, other)                                                                       \
  do {                                                                                             \
    vec_reserve((v), (v)->size + (other)->size);                                                   \
    if ((other)->size)                                                                             \
      memcpy((v)->data + (v)->size, (other)->data, (other)->size * sizeof *(v)->data);             \
    (v)->size += (other)->size;                                                                    \
  } while (0)

#define vec_free(v)                                                                                \
  do {                                                                                             \
    mem_free((v)->data);                                                                           \
    (v)->data = NULL;                                                                              \
    (v)->size = (v)->capacity = 0;                                                                 \
  } while (0)

/* Frees the strings and the vector. */
void string_vec_free(StringVec *strings);

#endif
