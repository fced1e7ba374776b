# Builds and installs the extension with PGXS, and runs its pg_regress tests.
#
#   make && make install && make installcheck      PG_CONFIG=/path/to/pg_config chooses the server
#   make installcheck REGRESS=uid11                one test
#   make dist                                      the archive of the last commit, for PGXN
#   make compile_commands.json                     for editors
#
# The codec library and its unit tests are CMakeLists.txt's.

EXTENSION = base62id
# The id systems, one word each: the same name in C++, SQL, tests and documentation.
SYSTEMS = base62id base64uuid uid11 typeid baseuid ulid

# META.json is the home of the version; the SQL objects' version leaves the patch level out.
EXTVERSION := $(shell sed -n 's/^   "version": "\([0-9.]*\)".*/\1/p' META.json)
SQL_VERSION := $(shell sed -n "s/^default_version = '\(.*\)'/\1/p" base62id.control)

MODULE_big = base62id
OBJS = $(patsubst %.cpp,%.o,$(wildcard src/pg/*.cpp))
DATA_built = base62id--$(SQL_VERSION).sql
DATA = $(wildcard src/sql/updates/base62id-*.sql)
DOCS =
REGRESS ?= $(sort $(patsubst sql/%.sql,%,$(wildcard sql/*.sql)))
REGRESS_OPTS = --inputdir=. --load-extension=base62id
EXTRA_CLEAN = src/pg/*.d src/pg/*.o src/pg/*.bc

B62_CXXFLAGS = -std=c++20 -fno-exceptions -fno-rtti -fvisibility=hidden -fvisibility-inlines-hidden \
	-Wall -Wextra -DBASE62ID_VERSION='"$(EXTVERSION)"'
PG_CPPFLAGS = -Isrc
PG_CXXFLAGS = $(B62_CXXFLAGS) -MMD -MP
SHLIB_LINK = $(shell pkg-config --libs uuid)

# PGXS passes on the warning options of the compiler that built the server.
ifneq (,$(findstring clang,$(CXX)))
PG_CXXFLAGS += -Wno-unknown-warning-option
endif

# make WERROR=1: warnings are errors.
ifdef WERROR
PG_CXXFLAGS += -Werror
endif

# No bitcode: what a JIT could inline of these functions is lost in the call of palloc and the copy (measured,
# see docs/benchmarks.md).
override with_llvm := no

PG_CONFIG ?= pg_config
PGXS := $(shell $(PG_CONFIG) --pgxs)
include $(PGXS)

# Tests of what older majors do not have: soft errors came with 16, COPY's ON_ERROR with 17.  Also a list given
# by the caller is relieved of them.
TOO_NEW = $(if $(filter 15,$(MAJORVERSION)),soft_errors) $(if $(filter 15 16,$(MAJORVERSION)),copy_on_error)
# One needs postgres_fdw, which is a package of its own in some distributions.
NOT_THERE = $(if $(wildcard $(datadir)/extension/postgres_fdw.control),,prefix_foreign)
override REGRESS := $(filter-out $(TOO_NEW) $(NOT_THERE),$(REGRESS))

# PGXS would link with the C compiler and its flags; that is what we want: nothing of libstdc++ is needed.
# It tracks no headers, so the compiler writes the dependencies.
-include $(wildcard src/pg/*.d)
$(OBJS): META.json Makefile

SKIP_TEMPLATE = $(if $(filter-out 15 16 17,$(MAJORVERSION)),src/sql/skip.sql.in)
SQL_SOURCES = src/sql/00-head.sql src/sql/10-uuid.sql src/sql/type.sql.in src/sql/uuid_family.sql.in \
	src/sql/skip.sql.in src/sql/assemble.awk \
	$(SYSTEMS:%=src/sql/%.sql) src/sql/typed.sql src/sql/90-cross.sql

base62id--$(SQL_VERSION).sql: $(SQL_SOURCES) base62id.control Makefile
	{ cat src/sql/00-head.sql src/sql/10-uuid.sql && for s in $(SYSTEMS); do \
	    printf '\n-- ---------- %s ----------\n\n' $$s && \
	    awk -v type=$$s -f src/sql/assemble.awk src/sql/$$s.sql src/sql/type.sql.in \
	        src/sql/uuid_family.sql.in $(SKIP_TEMPLATE) || exit 1; \
	  done && printf '\n' && cat src/sql/typed.sql && printf '\n' && cat src/sql/90-cross.sql; } > $@.tmp && mv $@.tmp $@

# The archive that PGXN takes: the last commit, as git has it.
DIST = $(EXTENSION)-$(EXTVERSION)
dist:
	git archive --format=zip --prefix=$(DIST)/ --output=$(DIST).zip HEAD

# How each source is compiled, for editors and linters.
comma := ,
json_text = $(subst ",\",$(subst \,\\,$(1)))
compile_commands.json: Makefile $(OBJS:.o=.cpp)
	$(file >$@,[$(subst } {,}$(comma) {,$(strip $(foreach f,$(OBJS:.o=.cpp),{"directory": "$(CURDIR)", \
	    "file": "$(f)", "command": "$(call json_text,$(CXX) $(CXXFLAGS) $(CPPFLAGS) -c $(f))"})))])

.PHONY: dist
