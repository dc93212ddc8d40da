/* A BTOR2 file from a model: of words where all that is asked of it was read as words, else of
 * bits, a state of one bit for each latch. */
#include <inttypes.h>

#include "base/memory.h"
#include "front/btor2/btor2.h"
#include "front/btor2/writer.h"

bool btor2_write(const Model *model, FILE *stream) {
  Writer writer = {.stream = stream, .model = model};
  if (btor2_writes_words(model)) write_words(&writer);
  else write_bits(&writer);
  mem_free(writer.lines);
  vec_free(&writer.sorts);
  return !ferror(stream);
}

/* ---- what both have ---- */

uint64_t writer_line(Writer *writer, const char *tag) {
  fprintf(writer->stream, "%" PRIu64 " %s", ++writer->last, tag);
  return writer->last;
}

/* Blanks end a symbol, and a semicolon would begin a comment. */
void writer_end(Writer *writer, const char *symbol) {
  if (symbol && *symbol) putc(' ', writer->stream);
  for (const char *p = symbol; p && *p; p++) {
    bool fine = (unsigned char)*p > ' ' && *p != 127 && (p > symbol || *p != ';');
    putc(fine ? *p : '_', writer->stream);
  }
  putc('\n', writer->stream);
}

uint64_t writer_word_sort(Writer *writer, uint32_t width) {
  for (size_t i = 0; i < writer->sorts.size; i++)
    if (writer->sorts.data[i].width == width && !writer->sorts.data[i].index)
      return writer->sorts.data[i].line;
  uint64_t line = writer_line(writer, "sort bitvec");
  fprintf(writer->stream, " %" PRIu32 "\n", width);
  vec_push(&writer->sorts, ((WrittenSort){.line = line, .width = width}));
  return line;
}

uint64_t writer_array_sort(Writer *writer, uint64_t index, uint64_t element) {
  for (size_t i = 0; i < writer->sorts.size; i++)
    if (writer->sorts.data[i].index == index && writer->sorts.data[i].element == element)
      return writer->sorts.data[i].line;
  uint64_t line = writer_line(writer, "sort array");
  fprintf(writer->stream, " %" PRIu64 " %" PRIu64 "\n", index, element);
  vec_push(&writer->sorts, ((WrittenSort){.line = line, .index = index, .element = element}));
  return line;
}
