# frozen_string_literal: true

module Base62id
  # Of the package; the extension has the same major and minor number.
  VERSION = "1.0.0"
end
