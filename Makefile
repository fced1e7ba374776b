# Builds and installs the extension with PGXS, and runs its pg_regress tests.
#
#   make && make install && make installcheck      PG_CONFIG=/path/to/pg_config chooses the server
#   make installcheck REGRESS=uid11                one test
#   make installcheck REGRESS= ISOLATION=id_type_schema    one test of two sessions at once
#   make -f /path/to/base62id/Makefile             in an empty directory: builds there
#   make compile_flags.txt                         for clangd and clang-tidy
#   make dist                                      the archive of the last commit, for PGXN
#
# CXXSTD=c++23 chooses the language's version, COPT=... adds options, WERROR=1 makes warnings errors.

EXTENSION = base62id
# The directory of the sources, with a slash at its end; empty where it is the current one.
S := $(filter-out ./,$(dir $(firstword $(MAKEFILE_LIST))))

# META.json is the home of the version; that of the SQL leaves the patch level out.
EXTVERSION := $(shell sed -n 's/^   "version": "\([0-9.]*\)".*/\1/p' $(S)META.json)
SQL_VERSION := $(shell sed -n "s/^default_version = '\(.*\)'/\1/p" $(S)base62id.control)

MODULE_big = base62id
OBJS = $(patsubst $(S)%.cpp,%.o,$(wildcard $(S)src/pg/*.cpp $(S)src/pg/*/*.cpp))
DATA_built = base62id--$(SQL_VERSION).sql
DATA = src/sql/base62id-inventory.sql \
	$(filter-out src/sql/updates/$(DATA_built),$(patsubst $(S)%,%,$(wildcard $(S)src/sql/updates/base62id-*.sql)))
# The program that moves a schema; without Python it would not run, and is left out. So it is with
# SCRIPTS_built= in the environment.
SCRIPTS_built ?= $(if $(shell python3 --version 2>/dev/null),base62id-migrate)
DOCS =
EXTRA_CLEAN = output_iso compile_flags.txt $(foreach suffix,d o bc,src/pg/*.$(suffix) src/pg/*/*.$(suffix)) .built-for

# The tests read files of test/ beside their own.
REGRESS ?= $(sort $(patsubst $(S)sql/%.sql,%,$(wildcard $(S)sql/*.sql)))
REGRESS_OPTS = --inputdir=$(or $(S),.) --load-extension=base62id \
	$(if $(S),--launcher="sh -c 'cd $(S) && exec \"\$$0\" \"\$$@\"'")
ISOLATION_OPTS = --inputdir=$(or $(S),.)/test/isolation --load-extension=base62id

CXXSTD = c++20
PG_CPPFLAGS = -I$(S)src -DBASE62ID_VERSION=$(EXTVERSION)
# The library is the same wherever it is built: no path of this directory in what -g and __FILE__
# leave. PGXS hands COPT, where packagers put their hardening, to the C compiler only.
PG_CXXFLAGS = -std=$(CXXSTD) -fno-exceptions -fno-rtti -fvisibility=hidden -fvisibility-inlines-hidden \
	-Wall -Wextra -Wshadow -Wconversion $(if $(WERROR),-Werror) -MMD -MP \
	$(if $(S),-ffile-prefix-map=$(S)=) -ffile-prefix-map=$(CURDIR)=. $(COPT)
ifneq (,$(findstring clang,$(CXX)))
# PGXS passes on the warning options of the compiler that built the server. To g++ signs are no part
# of -Wconversion in C++, to clang they are.
PG_CXXFLAGS += -Wno-unknown-warning-option -Wno-sign-conversion
endif
# No bitcode: it makes nothing faster (measured, see docs/benchmarks.md).
override with_llvm := no

PG_CONFIG ?= pg_config
PGXS := $(shell $(PG_CONFIG) --pgxs 2>/dev/null)
ifeq (,$(wildcard $(PGXS)))
$(error PG_CONFIG=$(PG_CONFIG) leads to no development files of a server (Debian: postgresql-server-dev-NN))
endif
ifeq (file,$(origin REGRESS))
# Two sessions at once; not where the package of the server has no program for it.
ifneq (,$(wildcard $(dir $(PGXS))../test/isolation/pg_isolation_regress))
ISOLATION := $(sort $(patsubst $(S)test/isolation/specs/%.spec,%,$(wildcard $(S)test/isolation/specs/*.spec)))
endif
endif
include $(PGXS)

# Warnings are about our own code, and not about PostgreSQL's headers.
override CPPFLAGS := $(patsubst -I$(includedir_server),-isystem $(includedir_server), \
	$(patsubst -I$(includedir_internal),-isystem $(includedir_internal),$(CPPFLAGS)))
ifneq (darwin,$(PORTNAME))
SHLIB_LINK += $(or $(shell pkg-config --libs uuid 2>/dev/null),-luuid) -Wl,--version-script=$(S)src/pg/exports.map
base62id.so: $(S)src/pg/exports.map
endif

# Tests of what is not there: soft errors came with 16, COPY's ON_ERROR with 17, keys in time with 18;
# postgres_fdw is a package of its own in some distributions.
NOT_THERE = $(if $(filter 15,$(MAJORVERSION)),soft_errors) $(if $(filter 15 16,$(MAJORVERSION)),copy_on_error) \
	$(if $(filter 15 16 17,$(MAJORVERSION)),temporal) \
	$(if $(wildcard $(datadir)/extension/postgres_fdw.control),,prefix_foreign)
override REGRESS := $(filter-out $(NOT_THERE),$(REGRESS))

# PGXS tracks no headers, so the compiler writes the dependencies. Objects are for one server:
# another PG_CONFIG makes them anew.
-include $(wildcard src/pg/*.d src/pg/*/*.d)
$(OBJS): $(S)Makefile .built-for
src/pg/module.o: $(S)META.json
.built-for: force
	@mkdir -p $(sort $(dir $(OBJS)))
	@echo '$(VERSION) $(includedir_server)' | cmp -s - $@ || echo '$(VERSION) $(includedir_server)' >$@

# The install script is src/sql/base62id.sql as it is, for every major. What depends on .built-for is
# made where the build is, and is not found beside the sources by VPATH.
base62id--$(SQL_VERSION).sql: $(S)src/sql/base62id.sql $(S)base62id.control .built-for
	cp $< $@
base62id-migrate: .built-for $(S)META.json $(S)migrate/build \
		$(wildcard $(S)migrate/base62id_migrate/*.py $(S)migrate/base62id_migrate/queries/*.sql)
	python3 $(S)migrate/build $@

compile_flags.txt: $(S)Makefile
	printf '%s\n' $(CXXFLAGS) $(CPPFLAGS) >$@

dist:
	git -C $(or $(S),.) archive --prefix=base62id-$(EXTVERSION)/ -o $(CURDIR)/base62id-$(EXTVERSION).zip HEAD

.PHONY: dist force
