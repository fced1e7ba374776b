# Builds and installs the extension with PGXS, and runs its pg_regress tests.
#
#   make && make install && make installcheck      PG_CONFIG=/path/to/pg_config chooses the server
#   make installcheck REGRESS=uid11                one test
#   make installcheck REGRESS= ISOLATION=id_type_schema    one test of two sessions at once
#   make -f /path/to/base62id/Makefile             in an empty directory: builds there
#   make dist                                      the archive of the last commit, for PGXN
#   make compile_commands.json                     for editors
#
# ROOMS=1: the sources of a room are compiled as one file, in half the time: for tests that throw
# away what they build. CXXSTD=c++23 and COPT=... choose the language's version and add options.
# WERROR=1: warnings are errors. macOS has libuuid in its system library; FreeBSD has it as a port
# (e2fsprogs-libuuid), and GNU make as gmake.
#
# The codec library and its unit tests are CMakeLists.txt's.

EXTENSION = base62id
# The id systems, one word each: the same name in C++, SQL, tests and documentation.
SYSTEMS = base62id base64uuid uid11 typeid baseuid ulid

# The directory of the sources, where it is not the current one: empty, or with a slash at its end.
S := $(filter-out ./,$(dir $(firstword $(MAKEFILE_LIST))))

# META.json is the home of the version; the SQL objects' version leaves the patch level out.
EXTVERSION := $(shell sed -n 's/^   "version": "\([0-9.]*\)".*/\1/p' $(S)META.json)
SQL_VERSION := $(shell sed -n "s/^default_version = '\(.*\)'/\1/p" $(S)base62id.control)

MODULE_big = base62id
OBJS = $(patsubst $(S)%.cpp,%.o,$(filter-out %/room.cpp,$(wildcard $(S)src/pg/*.cpp $(S)src/pg/*/*.cpp)))
ifdef ROOMS
JOINED := $(patsubst $(S)%/,%,$(wildcard $(S)src/pg/*/))
override OBJS := $(filter-out $(JOINED:%=%/%),$(OBJS)) $(JOINED:%=%/room.o)
endif
DATA_built = base62id--$(SQL_VERSION).sql
# The program that moves a schema: Python, and the client programs of PostgreSQL. Where there is no
# Python it would not run, and is left out.
SCRIPTS_built = $(if $(shell python3 --version 2>/dev/null),base62id-migrate)
# That of the present version, if it lies there beside its release, is what DATA_built makes.
DATA = $(filter-out src/sql/updates/$(DATA_built),$(patsubst $(S)%,%,$(wildcard $(S)src/sql/updates/base62id-*.sql)))
DOCS =
REGRESS ?= $(sort $(patsubst $(S)sql/%.sql,%,$(wildcard $(S)sql/*.sql)))
# The tests read files of test/ beside their own.
REGRESS_OPTS = --inputdir=$(or $(S),.) --load-extension=base62id \
	$(if $(S),--launcher="sh -c 'cd $(S) && exec \"\$$0\" \"\$$@\"'")
# Two sessions at once; not when some other test is asked for, nor where the package of the server
# has no program for it.
ISOLATION_OPTS = --inputdir=$(or $(S),.)/test/isolation --load-extension=base62id
EXTRA_CLEAN = output_iso $(foreach e,d o bc,src/pg/*.$e src/pg/*/*.$e) src/pg/*/room.cpp .built-for

CXXSTD = c++20
B62_CXXFLAGS = -std=$(CXXSTD) -fno-exceptions -fno-rtti -fvisibility=hidden -fvisibility-inlines-hidden \
	-Wall -Wextra -Wshadow -Wconversion
PG_CPPFLAGS = -I$(S)src
# The library is the same wherever it is built: no path of this directory in what -g and __FILE__
# leave.
B62_CXXFLAGS += $(if $(S),-ffile-prefix-map=$(S)=) -ffile-prefix-map=$(CURDIR)=.
# PGXS hands COPT, where packagers put their hardening, to the C compiler only.
PG_CXXFLAGS = $(B62_CXXFLAGS) -MMD -MP $(COPT)

# PGXS passes on the warning options of the compiler that built the server.
ifneq (,$(findstring clang,$(CXX)))
# To g++ signs are no part of -Wconversion in C++, to clang they are.
PG_CXXFLAGS += -Wno-unknown-warning-option -Wno-sign-conversion
endif
ifdef WERROR
PG_CXXFLAGS += -Werror
endif

# No bitcode: what a JIT could inline of these functions is lost in the call of palloc and the copy
# (measured, see docs/benchmarks.md).
override with_llvm := no

PG_CONFIG ?= pg_config
PGXS := $(shell $(PG_CONFIG) --pgxs 2>/dev/null)
ifeq (,$(PGXS))
$(error PG_CONFIG=$(PG_CONFIG) does not run: name the pg_config of a PostgreSQL server (15 or later))
endif
ifeq (,$(wildcard $(PGXS)))
$(error $(PGXS) is missing: install the server's development files (Debian: postgresql-server-dev-NN))
endif
ifeq (file,$(origin REGRESS))
ifneq (,$(wildcard $(dir $(PGXS))../test/isolation/pg_isolation_regress))
ISOLATION := $(sort $(patsubst $(S)test/isolation/specs/%.spec,%,$(wildcard $(S)test/isolation/specs/*.spec)))
endif
endif
include $(PGXS)

# Warnings are about our own code, and not about PostgreSQL's headers.
override CPPFLAGS := $(patsubst -I$(includedir_server),-isystem $(includedir_server), \
	$(patsubst -I$(includedir_internal),-isystem $(includedir_internal),$(CPPFLAGS)))

# What only a build asks for.
ifneq (,$(filter-out clean distclean maintainer-clean uninstall installcheck dist compile_commands.json, \
	$(or $(MAKECMDGOALS),all)))
ifeq (win32,$(PORTNAME))
$(error base62id does not build for Windows: MSVC has no unsigned __int128, see docs/packaging.md)
endif
ifeq (,$(findstring __SIZEOF_INT128__,$(shell $(CXX) $(CXXFLAGS) -dM -E -xc++ /dev/null 2>/dev/null)))
$(error base62id needs a compiler for 64 bits: $(CXX) has no unsigned __int128, see docs/packaging.md)
endif
ifeq (,$(filter 15 16 17 18 19 2%,$(MAJORVERSION)))
$(error base62id needs PostgreSQL 15 or later: $(PG_CONFIG) is of $(VERSION))
endif
ifneq (darwin,$(PORTNAME))
ifeq (,$(shell pkg-config --libs uuid 2>/dev/null))
$(error pkg-config does not find uuid: install pkg-config and libuuid's development files (Debian: pkg-config uuid-dev))
endif
endif
# The objects and the SQL are for one server: another PG_CONFIG makes them anew.
_ := $(shell mkdir -p $(sort $(dir $(OBJS))); [ "`cat .built-for 2>/dev/null`" = '$(VERSION) $(includedir_server)' ] || \
	echo '$(VERSION) $(includedir_server)' >.built-for)
endif

ifneq (darwin,$(PORTNAME))
SHLIB_LINK += $(shell pkg-config --libs uuid 2>/dev/null) -Wl,--version-script=$(S)src/pg/exports.map
base62id.so: $(S)src/pg/exports.map
endif

# Tests of what older majors do not have: soft errors came with 16, COPY's ON_ERROR with 17, keys in
# time with 18.  Also a list given by the caller is relieved of them.
TOO_NEW = $(if $(filter 15,$(MAJORVERSION)),soft_errors) $(if $(filter 15 16,$(MAJORVERSION)),copy_on_error) \
	$(if $(filter 15 16 17,$(MAJORVERSION)),temporal)
# One needs postgres_fdw, which is a package of its own in some distributions.
NOT_THERE = $(if $(wildcard $(datadir)/extension/postgres_fdw.control),,prefix_foreign)
override REGRESS := $(filter-out $(TOO_NEW) $(NOT_THERE),$(REGRESS))

# What depends on .built-for is made in the directory of the build.  Otherwise a file that lies beside the sources
# would count as made (VPATH), and make install would not find it.
base62id-migrate: .built-for $(S)migrate/build $(wildcard $(S)migrate/base62id_migrate/*.py \
		$(S)migrate/base62id_migrate/queries/*.sql)
	python3 $(S)migrate/build $@

# PGXS would link with the C compiler and its flags; that is what we want: nothing of libstdc++ is
# needed. It tracks no headers, so the compiler writes the dependencies.
-include $(wildcard src/pg/*.d src/pg/*/*.d)
$(OBJS): $(S)Makefile .built-for
# Codecs come before postgres.h. Each system has its own meaning of `self`.
$(JOINED:%=%/room.cpp): $(S)Makefile $(filter-out %/room.cpp,$(wildcard $(S)src/pg/*/*.cpp))
	{ (cd $(S)./src && grep -ho '#include "codec/.*' pg/type/*.?pp $(@D:src/%=%)/*.?pp | sort -u); \
	    printf '$(if $(findstring systems,$@),#define self self_of_,// )%s\n#include "%s"\n#undef self\n' $(foreach f,$(filter-out %/room.cpp,$(wildcard $(S)$(@D)/*.cpp)), \
	    $(basename $(notdir $f)) $(f:$(S)src/%=%)); } >$@
# The one source that says the version.
VERSION_FLAG = $(if $(filter %src/pg/module.o,$(1)),-DBASE62ID_VERSION='"$(EXTVERSION)"')
src/pg/module.o: $(S)META.json
src/pg/module.o: override CPPFLAGS += $(call VERSION_FLAG,$@)
.built-for: ;

# The install script is src/sql/base62id.sql as it is, for every major.
base62id--$(SQL_VERSION).sql: $(S)src/sql/base62id.sql $(S)base62id.control .built-for
	cp $< $@

# The archive that PGXN takes: the last commit, as git has it.
DIST = base62id-$(EXTVERSION)
dist:
	git -C $(or $(S),.) archive --format=zip --prefix=$(DIST)/ --output=$(CURDIR)/$(DIST).zip HEAD

# How each source is compiled, for editors and linters.
comma := ,
json_text = $(subst ",\",$(subst \,\\,$(1)))
compile_commands.json: $(S)Makefile $(OBJS:%.o=$(S)%.cpp)
	$(file >$@,[$(subst } {,}$(comma) {,$(strip $(foreach f,$(OBJS:%.o=$(S)%.cpp),{"directory": "$(CURDIR)", \
	    "file": "$(f)", "command": "$(call json_text,$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(call VERSION_FLAG,$(f:.cpp=.o)) -c $(f))"})))])

.PHONY: dist
