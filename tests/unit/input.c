/* Files as they come: plain, compressed, damaged, and which input language they are taken for. */
#include "test.h"

#include <lzma.h>
#include <stdio.h>
#include <zlib.h>

#include "base/input.h"
#include "front/front.h"

static const char tiny[] = "aag 1 1 0 1 0\n2\n3\n";

static void write_file(const char *path, const char *data, size_t size) {
  FILE *stream = fopen(path, "wb");
  CHECK(stream && fwrite(data, 1, size, stream) == size && !fclose(stream));
}

static void write_gzip(const char *path, const char *data, size_t size) {
  gzFile stream = gzopen(path, "wb9");
  CHECK(stream && gzwrite(stream, data, (unsigned)size) == (int)size && gzclose(stream) == Z_OK);
}

static void write_xz(const char *path, const char *data, size_t size) {
  size_t room = lzma_stream_buffer_bound(size), used = 0;
  uint8_t *out = mem_alloc(room);
  CHECK(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC32, NULL, (const uint8_t *)data, size, out, &used,
                                room) == LZMA_OK);
  write_file(path, (const char *)out, used);
  mem_free(out);
}

typedef struct {
  const char *name;
  void (*write)(const char *path, const char *data, size_t size);
  const char *truncated, *damaged;
} Writer;

static const Writer writers[] = {
    {"x.aag.gz", write_gzip, "the gzip file is truncated", "the gzip file is damaged"},
    {"x.aag.xz", write_xz, "the xz file is truncated", "the xz file is damaged"},
};
enum { WRITERS = sizeof writers / sizeof *writers };

static void check_error(const char *path, const char *message) {
  Input input;
  Error error = {0};
  CHECK(!input_read(&input, path, &error));
  CHECK_TEXT(error.message, message);
  CHECK_TEXT(error.file, path);
  error_free(&error);
}

TEST(compressed_files_are_unfolded) {
  Text large = {0};
  for (unsigned i = 0; i < 100000; i++) text_format(&large, "%u\n", i * i);
  for (int i = 0; i < WRITERS; i++) {
    const char *path = test_temporary_path(writers[i].name);
    Error error = {0};
    Input input;
    writers[i].write(path, large.data, large.size);
    CHECK(input_read(&input, path, &error));
    CHECK_EQUAL(input.size, large.size);
    CHECK(!memcmp(input.data, large.data, large.size + 1));
    input_free(&input);
  }
  text_free(&large);
}

TEST(joined_gzip_files_are_one) {
  const char *path = test_temporary_path("joined.gz");
  Input once, twice;
  Error error = {0};
  write_gzip(path, tiny, sizeof tiny - 1);
  FILE *stream = fopen(path, "rb");
  char bytes[200];
  size_t size = fread(bytes, 1, sizeof bytes / 2, stream);
  fclose(stream);
  memcpy(bytes + size, bytes, size);
  CHECK(input_unfold(&once, "x", bytes, size, &error) && once.size == sizeof tiny - 1);
  CHECK(input_unfold(&twice, "x", bytes, 2 * size, &error) && twice.size == 2 * once.size);
  input_free(&once);
  input_free(&twice);
}

TEST(truncated_and_damaged_compressed_files_are_errors) {
  for (int i = 0; i < WRITERS; i++) {
    const char *path = test_temporary_path(writers[i].name);
    char bytes[200];
    writers[i].write(path, tiny, sizeof tiny - 1);
    FILE *stream = fopen(path, "rb");
    size_t size = fread(bytes, 1, sizeof bytes, stream);
    fclose(stream);
    for (size_t cut = 6; cut < size; cut++) {
      write_file(path, bytes, cut);
      check_error(path, writers[i].truncated);
    }
    bytes[size / 2] = (char)~bytes[size / 2];
    write_file(path, bytes, size);
    check_error(path, writers[i].damaged);
  }
}

TEST(a_small_file_cannot_unfold_to_fill_the_memory) {
  size_t size = (size_t)INPUT_ROOM * 2;
  char *zeros = mem_zalloc(size);
  const char *path = test_temporary_path("zeros.xz");
  write_xz(path, zeros, size);
  check_error(path, "the compressed file unfolds to more than is plausible");
  path = test_temporary_path("zeros.gz");
  write_gzip(path, zeros, size);
  check_error(path, "the compressed file unfolds to more than is plausible");
  mem_free(zeros);
}

TEST(a_file_that_cannot_be_read_is_an_error) {
  check_error("/nonexistent/x.aag", "cannot open the file: No such file or directory");
  check_error("/", "cannot read the file: Is a directory");
}

TEST(an_empty_file_is_read_as_no_bytes) {
  const char *path = test_temporary_path("empty");
  Input input;
  Error error = {0};
  write_file(path, "", 0);
  CHECK(input_read(&input, path, &error));
  CHECK(!input.size && !input.data[0]);
  input_free(&input);
}

static void check_front(const char *path, const char *format, const char *message) {
  Error error = {0};
  const ReadOptions options = {.format = format};
  Model *model = front_read(path, &options, &error);
  if (message) CHECK_TEXT(error.message, message);
  else if (!model) test_fail(__FILE__, __LINE__, "%s: %s", path, error.message);
  CHECK(!model == (message != NULL));
  if (model) {
    CHECK_EQUAL(model->properties.size, 1);
    CHECK_TEXT(model->file, path);
  }
  model_free(model);
  error_free(&error);
}

TEST(the_input_language_is_found_by_ending_or_content) {
  static const char *const names[] = {"x.aag", "x.AIG", "x", "x.y.z", "x.aag.gz", ".aag", "x.gz"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *path = test_temporary_path(names[i]);
    write_file(path, tiny, sizeof tiny - 1);
    check_front(path, NULL, NULL);
    check_front(path, "aiger", NULL);
    write_xz(path, tiny, sizeof tiny - 1);
    check_front(path, NULL, NULL);
  }
  const char *path = test_temporary_path("x.txt");
  write_file(path, "hello\n", 6);
  check_front(path, NULL,
              "neither the name nor the content tells the input language; name it with "
              "--format");
  check_front(path, "aiger", "not an AIGER file: it must begin with 'aag ' or 'aig '");
}

TEST(an_unknown_input_language_is_an_error) {
  Error error = {0};
  const ReadOptions options = {.format = "vhdl"};
  CHECK(!front_read("x", &options, &error));
  CHECK(strstr(error.message, "unknown input format 'vhdl'; there are: aiger"));
  error_free(&error);
}

TEST(a_byte_order_mark_is_no_part_of_a_text) {
  static const char marked[] = "\xef\xbb\xbf"
                               "MODULE main\nVAR x : boolean; INVARSPEC y";
  const char *path = test_temporary_path("marked.smv");
  Error error = {0};
  write_file(path, marked, sizeof marked - 1);
  CHECK(!front_read(path, NULL, &error));
  CHECK_TEXT(error.message, "'y' is not declared");
  CHECK_EQUAL(error.line, 2);
  CHECK_EQUAL(error.column, 28);
  error_free(&error);
  static const char aiger[] = "\xef\xbb\xbf"
                              "aag 1 1 0 1 0\n2\n3\n";
  path = test_temporary_path("marked"); /* recognised by its content */
  write_gzip(path, aiger, sizeof aiger - 1);
  Model *model = front_read(path, NULL, &error);
  CHECK(model);
  CHECK_EQUAL(model->system->inputs.size, 1);
  model_free(model);
}
