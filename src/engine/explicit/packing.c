/* See packing.h. */
#include "engine/explicit/packing.h"

#include <string.h>

#include "base/memory.h"

enum {
  KEY_BITS = 64,
  NUMBER_BITS = 32,
  GROUP_BITS = 48, /* of a group's key that are given out at first */
  FEW_LEAVES = 64,
};

static PackingField *group_field(const Packing *p, uint32_t group) {
  return p->fields + p->leaf_count + group;
}

void packing_free(Packing *p) {
  if (!p) return;
  for (uint32_t i = 0; i < p->group_count; i++) dictionary_free(p->groups + i);
  mem_free(p->groups);
  mem_free(p->fields);
  mem_free(p->varying);
  mem_free(p);
}

size_t packing_bytes(const Packing *p) {
  size_t bytes = (p->leaf_count + p->group_count) * sizeof *p->fields;
  for (uint32_t i = 0; i < p->group_count; i++) bytes += dictionary_bytes(p->groups + i);
  return bytes;
}

void packing_keys(const Packing *p, uint64_t root, uint64_t *keys) {
  for (uint32_t i = p->group_count; i-- > 0;) {
    const PackingField *field = group_field(p, i);
    uint64_t key = field->parent == PACKING_TOP ? root : keys[field->parent];
    keys[i] = p->groups[i].keys[(key >> field->shift) & field->mask];
  }
}

static inline uint64_t put_number(const PackingField *field, uint64_t key, uint32_t number) {
  return (key & ~((uint64_t)field->mask << field->shift)) | (uint64_t)number << field->shift;
}

/* Replaces leaves by the groups above them until these are fields of the root; returns how many are
 * left. */
static inline PackingResult climb(Packing *p, const uint64_t *keys, PackingChange *list,
                                  size_t *count, bool add) {
  while (*count && p->fields[list[0].node].parent != PACKING_TOP) {
    size_t kept = 0;
    for (size_t i = 0; i < *count;) {
      uint32_t parent = p->fields[list[i].node].parent;
      uint64_t key = keys[parent];
      for (; i < *count && p->fields[list[i].node].parent == parent; i++)
        key = put_number(p->fields + list[i].node, key, list[i].number);
      uint32_t number =
          add ? dictionary_add(p->groups + parent, key) : dictionary_find(p->groups + parent, key);
      if (number == DICTIONARY_NONE) return PACKED_NOT;
      if (number > group_field(p, parent)->mask) return PACKED_NO_ROOM;
      list[kept++] = (PackingChange){p->leaf_count + parent, number};
    }
    *count = kept;
  }
  return PACKED;
}

PackingResult packing_change(Packing *p, const uint64_t *keys, uint64_t *root, PackingChange *list,
                             size_t count, bool add) {
  PackingResult result = climb(p, keys, list, &count, add);
  for (size_t i = 0; i < count && result == PACKED; i++)
    *root = put_number(p->fields + list[i].node, *root, list[i].number);
  return result;
}

/* ---- all states ---- */

typedef struct {
  uint64_t *old_keys, *keys; /* of groups; `keys` are 0 */
  PackingChange *list;
} Room;

static Room make_room(const Packing *p, const PackedStates *states) {
  uint32_t old = states->packing ? states->packing->group_count : 0;
  return (Room){.old_keys = mem_array(old + 1, sizeof(uint64_t)),
                .keys = mem_array(p->group_count + 1, sizeof(uint64_t)),
                .list = mem_array(p->leaf_count + 1, sizeof(PackingChange))};
}

static void free_room(Room *room) {
  mem_free(room->old_keys);
  mem_free(room->keys);
  mem_free(room->list);
}

/* Lists the numbers of a packed state's leaves that have a field in the new packing; all others are
 * 0. */
static size_t list_leaves(const Packing *p, const PackedStates *states, size_t state, Room *room) {
  const Packing *old = states->packing;
  uint64_t root = states->roots[state] & ~states->mask;
  packing_keys(old, root, room->old_keys);
  for (uint32_t i = 0; i < p->varying_count; i++) {
    uint32_t leaf = p->varying[i];
    uint32_t number = old->fields[leaf].mask ? packing_number(old, leaf, root, room->old_keys) : 0;
    room->list[i] = (PackingChange){leaf, number};
  }
  return p->varying_count;
}

static bool is_among(const PackedStates *states, size_t state) {
  return (states->roots[state] & states->mask) == states->tag;
}

void packing_translate(Packing *p, const PackedStates *states) {
  Room room = make_room(p, states);
  for (size_t i = 0; i < states->count; i++) {
    if (!is_among(states, i)) continue;
    uint64_t root = 0;
    packing_change(p, room.keys, &root, room.list, list_leaves(p, states, i, &room), true);
    states->roots[i] = root | states->tag;
  }
  free_room(&room);
}

/* Fills the dictionaries of the groups, which have no parents yet. */
static void fill_groups(Packing *p, const PackedStates *states) {
  if (!states->packing) return;
  Room room = make_room(p, states);
  for (size_t i = 0; i < states->count; i++) {
    if (!is_among(states, i)) continue;
    size_t count = list_leaves(p, states, i, &room);
    climb(p, room.keys, room.list, &count, true);
  }
  free_room(&room);
}

/* ---- making one ---- */

/* How many bits numbers get that they do not need yet, and numbers that were the same so far. */
typedef struct {
  unsigned spare, constant;
} Generosity;

/* With the last of these there are two nodes in each group, and only roots can run out of room. */
static const struct {
  Generosity wanted, least;
} generous[PACKING_MOST_GENEROUS + 1] = {{{3, 1}, {1, 0}},
                                         {{6, 1}, {3, 1}},
                                         {{10, 4}, {6, 2}},
                                         {{16, 10}, {10, 6}},
                                         {{32, 32}, {32, 32}}};

static unsigned bits_of(size_t count, Generosity generosity) {
  unsigned bits = 0;
  if (count < 2) return generosity.constant;
  while ((count - 1) >> bits) bits++;
  bits += generosity.spare;
  return bits < NUMBER_BITS ? bits : NUMBER_BITS;
}

/* The nodes of one level: leaves, or groups from `first` on. */
typedef struct {
  const Dictionary *dictionaries;
  uint32_t first, count; /* in `fields` */
  Generosity wanted, least;
} Level;

static unsigned total_bits(const Level *level, Generosity generosity) {
  unsigned total = 0;
  for (uint32_t i = 0; i < level->count; i++)
    total += bits_of(level->dictionaries[i].size, generosity);
  return total;
}

static unsigned set_field(PackingField *field, uint32_t parent, unsigned shift, unsigned bits) {
  *field = (PackingField){.parent = parent,
                          .mask = (uint32_t)(((uint64_t)1 << bits) - 1),
                          .shift = (uint8_t)(bits ? shift : 0)};
  return shift + bits;
}

/* Whether the nodes of a level have room in the root, and how much of it they get. */
static bool is_room_for(const Level *level, unsigned room, Generosity *generosity) {
  Generosity least = level->count <= 2 ? (Generosity){0, 0} : level->least;
  for (unsigned constant = level->wanted.constant + 1; constant-- > least.constant;)
    for (unsigned spare = level->wanted.spare + 1; spare-- > least.spare;) {
      *generosity = (Generosity){spare, constant};
      if (total_bits(level, *generosity) <= room) return true;
    }
  return false;
}

static void make_root(Packing *p, const Level *level, Generosity generosity) {
  p->bits = 0;
  for (uint32_t i = 0; i < level->count; i++)
    p->bits = set_field(p->fields + level->first + i, PACKING_TOP, p->bits,
                        bits_of(level->dictionaries[i].size, generosity));
}

/* Neighbours of a level become groups, of about as many bits each; a group has two nodes at least,
 * unless it is the last. */
static void make_groups(Packing *p, const Level *level, uint64_t salt) {
  unsigned total = total_bits(level, level->wanted), used = 0;
  unsigned parts = total / GROUP_BITS + 1, share = total / (parts < 2 ? 2 : parts) + 1;
  uint32_t group = p->group_count;
  for (uint32_t i = 0; i < level->count; i++) {
    unsigned bits = bits_of(level->dictionaries[i].size, level->wanted);
    if (bits && used && (used + bits > KEY_BITS || used >= share)) {
      group++;
      used = 0;
    }
    used = set_field(p->fields + level->first + i, group, used, bits);
  }
  p->groups = mem_resize(p->groups, (group + 1) * sizeof *p->groups);
  for (; p->group_count <= group; p->group_count++) {
    dictionary_init(p->groups + p->group_count, salt);
    *group_field(p, p->group_count) = (PackingField){PACKING_TOP, UINT32_MAX, 0};
  }
}

static void find_varying(Packing *p) {
  for (uint32_t i = 0; i < p->leaf_count; i++)
    if (p->fields[i].mask) p->varying[p->varying_count++] = i;
}

static Level level_of_leaves(const Dictionary *leaves, uint32_t leaf_count, unsigned generosity) {
  Level level = {.dictionaries = leaves,
                 .count = leaf_count,
                 .wanted = generous[generosity].wanted,
                 .least = generous[generosity].least};
  if (leaf_count > FEW_LEAVES) level.wanted.constant -= generosity == 0;
  return level;
}

bool packing_needs_no_groups(const Dictionary *leaves, uint32_t leaf_count, unsigned room) {
  Level level = level_of_leaves(leaves, leaf_count, 0);
  Generosity generosity;
  return is_room_for(&level, room, &generosity);
}

Packing *packing_new(const Dictionary *leaves, uint32_t leaf_count, unsigned room,
                     const PackedStates *states, unsigned generosity, uint64_t salt) {
  Packing *p = mem_zalloc(sizeof *p);
  Level level = level_of_leaves(leaves, leaf_count, generosity);
  Generosity given;
  p->leaf_count = leaf_count;
  p->fields = mem_array(2 * (size_t)leaf_count + KEY_BITS, sizeof *p->fields);
  p->varying = mem_array(leaf_count + 1, sizeof *p->varying);
  while (!is_room_for(&level, room, &given)) {
    uint32_t first = p->group_count;
    if (level.count <= 2) {
      packing_free(p);
      return NULL;
    }
    make_groups(p, &level, salt);
    if (!first) find_varying(p);
    fill_groups(p, states);
    level.dictionaries = p->groups + first;
    level.first = leaf_count + first;
    level.count = p->group_count - first;
  }
  make_root(p, &level, given);
  if (!p->group_count) find_varying(p);
  return p;
}
