/* The store of states of a Promela program: byte strings whose length changes as processes and
 * channels come and go, numbered in the order in which they are found. Those of one length in words
 * share trees (store.h), so that a step looks up the nodes above the words that it changed; all
 * share one table of roots. Nothing is lost: the first word is the length in bytes. */
#ifndef RONDO_ENGINE_EXPLICIT_PROGRAM_STORE_H
#define RONDO_ENGINE_EXPLICIT_PROGRAM_STORE_H

#include "model/process_step.h"

typedef struct ProgramStore ProgramStore;

ProgramStore *program_store_new(uint64_t salt);
void program_store_free(ProgramStore *store); /* NULL is fine */

/* The number of a state; it is quickly found if it differs in little from the opened one. */
uint32_t program_store_add(ProgramStore *store, const uint8_t *state, size_t size, bool *added);

/* The same of one that has the size of the opened one, and differs from it in some of these words
 * at most, which are ascending: word i is the bytes from 4 i on. */
uint32_t program_store_add_changed(ProgramStore *store, const uint8_t *state, const uint32_t *words,
                                   size_t count, bool *added);

/* The number of a state, or PROCESS_NONE if it is not there. */
uint32_t program_store_find(ProgramStore *store, const uint8_t *state, size_t size);

/* Opens a state: its bytes, valid until the next call, and their number. */
const uint8_t *program_store_open(ProgramStore *store, uint32_t number, size_t *size);

/* Writes a state into room for PROCESS_STATE_LIMIT bytes; the opened one stays so. */
size_t program_store_get(ProgramStore *store, uint32_t number, uint8_t *state);

size_t program_store_size(const ProgramStore *store);
size_t program_store_bytes(const ProgramStore *store); /* that all states take */
bool program_store_full(const ProgramStore *store);    /* no number is left for another state */

#endif
