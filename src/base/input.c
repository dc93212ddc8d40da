/* See input.h. Both decompressors have the same shape: the output buffer is doubled until the
 * stream ends or the limit is reached. */
#include "base/input.h"

#include <errno.h>
#include <lzma.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "base/memory.h"
#include "base/vec.h"

enum { FIRST_ROOM = 1 << 16 };
static const uint64_t xz_dictionary_limit = (uint64_t)160 << 20; /* what `xz -9` needs, twice */

typedef struct {
  char *data;
  size_t size, capacity; /* one byte more is always there for the final zero */
} Buffer;

static void buffer_grow(Buffer *buffer, size_t capacity) {
  buffer->capacity = capacity;
  buffer->data = mem_resize(buffer->data, capacity + 1);
}

/* Some editors put a byte order mark before a text in UTF-8. It is no part of any language, and no
 * binary format that is read starts with it. */
static void skip_byte_order_mark(Buffer *buffer) {
  static const char mark[] = "\xef\xbb\xbf";
  size_t length = sizeof mark - 1;
  if (buffer->size < length || memcmp(buffer->data, mark, length)) return;
  buffer->size -= length;
  memmove(buffer->data, buffer->data + length, buffer->size);
}

static void buffer_finish(Buffer *buffer, Input *input) {
  skip_byte_order_mark(buffer);
  buffer_grow(buffer, buffer->size);
  buffer->data[buffer->size] = 0;
  *input = (Input){buffer->data, buffer->size};
}

static bool read_stream(FILE *stream, Buffer *buffer) {
  for (;;) {
    if (buffer->size == buffer->capacity) buffer_grow(buffer, 2 * buffer->capacity + FIRST_ROOM);
    size_t got = fread(buffer->data + buffer->size, 1, buffer->capacity - buffer->size, stream);
    if (!got) return !ferror(stream);
    buffer->size += got;
  }
}

/* Makes room for more output; false at the limit. */
static bool unfold_more(Buffer *buffer, size_t compressed) {
  size_t limit = INPUT_ROOM + compressed * INPUT_RATIO;
  if (buffer->capacity >= limit) return false;
  size_t capacity = buffer->capacity ? 2 * buffer->capacity : 4 * compressed + FIRST_ROOM;
  buffer_grow(buffer, capacity < limit ? capacity : limit);
  return true;
}

static const char too_large[] = "the compressed file unfolds to more than is plausible";

static const char *unfold_gzip(const char *data, size_t size, Buffer *out) {
  z_stream stream = {0};
  const char *problem = NULL;
  if (inflateInit2(&stream, 15 + 16) != Z_OK) mem_exhausted();
  size_t consumed = 0;
  while (!problem) {
    if (out->size == out->capacity && !unfold_more(out, size)) {
      problem = too_large;
      break;
    }
    size_t room = out->capacity - out->size, left = size - consumed;
    uInt give = left > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uInt)left;
    uInt take = room > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uInt)room;
    stream.next_in = (Bytef *)(uintptr_t)(data + consumed);
    stream.avail_in = give;
    stream.next_out = (Bytef *)out->data + out->size;
    stream.avail_out = take;
    int state = inflate(&stream, Z_NO_FLUSH);
    consumed += give - stream.avail_in;
    out->size += take - stream.avail_out;
    if (state == Z_STREAM_END) {
      if (consumed == size) break;
      inflateReset(&stream); /* files may be joined by concatenation */
    } else if (state == Z_MEM_ERROR) {
      mem_exhausted();
    } else if (state != Z_OK || (!stream.avail_in && stream.avail_out)) {
      problem = state == Z_OK || state == Z_BUF_ERROR ? "the gzip file is truncated"
                                                      : "the gzip file is damaged";
    }
  }
  inflateEnd(&stream);
  return problem;
}

static const char *unfold_xz(const char *data, size_t size, Buffer *out) {
  lzma_stream stream = LZMA_STREAM_INIT;
  const char *problem = NULL;
  if (lzma_stream_decoder(&stream, xz_dictionary_limit, LZMA_CONCATENATED) != LZMA_OK)
    mem_exhausted();
  stream.next_in = (const uint8_t *)data;
  stream.avail_in = size;
  for (lzma_ret state = LZMA_OK; !problem && state != LZMA_STREAM_END;) {
    if (out->size == out->capacity && !unfold_more(out, size)) {
      problem = too_large;
      break;
    }
    stream.next_out = (uint8_t *)out->data + out->size;
    stream.avail_out = out->capacity - out->size;
    state = lzma_code(&stream, LZMA_FINISH);
    out->size = out->capacity - stream.avail_out;
    if (state == LZMA_MEM_ERROR) mem_exhausted();
    else if (state == LZMA_MEMLIMIT_ERROR) problem = "the xz file needs too large a dictionary";
    else if (state == LZMA_BUF_ERROR) problem = "the xz file is truncated";
    else if (state != LZMA_OK && state != LZMA_STREAM_END) problem = "the xz file is damaged";
  }
  lzma_end(&stream);
  return problem;
}

typedef struct {
  const char *magic;
  size_t length;
  const char *(*unfold)(const char *data, size_t size, Buffer *out); /* the problem, or NULL */
} Compression;

static const Compression compressions[] = {
    {"\x1f\x8b", 2, unfold_gzip},
    {"\xfd"
     "7zXZ\0",
     6, unfold_xz},
};

static const Compression *compression_of(const char *data, size_t size) {
  for (size_t i = 0; i < sizeof compressions / sizeof *compressions; i++) {
    const Compression *c = compressions + i;
    if (size >= c->length && !memcmp(data, c->magic, c->length)) return c;
  }
  return NULL;
}

bool input_unfold(Input *input, const char *file, const char *data, size_t size, Error *error) {
  Buffer out = {0};
  const Compression *compression = compression_of(data, size);
  if (compression) {
    const char *problem = compression->unfold(data, size, &out);
    if (problem) {
      mem_free(out.data);
      return error_at(error, file, 0, 0, "%s", problem);
    }
  } else {
    buffer_grow(&out, size);
    if (size) memcpy(out.data, data, size);
    out.size = size;
  }
  buffer_finish(&out, input);
  return true;
}

bool input_read(Input *input, const char *file, Error *error) {
  bool standard = !strcmp(file, "-");
  FILE *stream = standard ? stdin : fopen(file, "rb");
  if (!stream) return error_at(error, file, 0, 0, "cannot open the file: %s", strerror(errno));
  Buffer raw = {0};
  bool fine = read_stream(stream, &raw);
  if (!fine) error_at(error, file, 0, 0, "cannot read the file: %s", strerror(errno));
  if (!standard) fclose(stream);
  if (fine && compression_of(raw.data, raw.size)) {
    fine = input_unfold(input, file, raw.data, raw.size, error);
  } else if (fine) {
    buffer_finish(&raw, input);
    return true;
  }
  mem_free(raw.data);
  return fine;
}

void input_free(Input *input) {
  mem_free(input->data);
  *input = (Input){0};
}
