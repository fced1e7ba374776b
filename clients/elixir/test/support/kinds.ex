defmodule UserId do
  use Base62id, prefix: "user"
end

defmodule OrderId do
  use Base62id, prefix: "order", notation: :ulid, accept_uuid: true
end

defmodule MaskedId do
  use Base62id, prefix: "user", masked: true
end

defmodule InvoiceId do
  use Base62id, prefix: "inv", notation: :uid11
end

defmodule MaskedInvoiceId do
  use Base62id, prefix: "inv", notation: :uid11, masked: true
end
