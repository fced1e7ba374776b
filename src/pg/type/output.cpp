#include "pg/type/output.hpp"

namespace base62id::pg {

int output_setting = static_cast<int>(output_form::id);

void define_output_setting() {
    static constexpr config_enum_entry forms[] = {
        {"id", static_cast<int>(output_form::id), false},
        {"uuid", static_cast<int>(output_form::uuid), false},
        {nullptr, 0, false},
    };
    // Reported to clients, so that a pooler that hands one server connection to several of them can keep what
    // each has set.
    DefineCustomEnumVariable("base62id.output", "Sets what ids that are UUIDs are written as.",
                             "\"id\" is the text of their type; \"uuid\" is that of a uuid.", &output_setting,
                             output_setting, forms, PGC_USERSET, GUC_REPORT, nullptr, nullptr, nullptr);
}

} // namespace base62id::pg
