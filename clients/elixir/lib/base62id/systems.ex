defmodule Base62id.Base62 do
  @moduledoc "Ids of columns of the type base62id. `Base62id` says what its functions do."
  require Base62id
  Base62id.__system__(:base62id, :uuids)
end

defmodule Base62id.Base64 do
  @moduledoc "Ids of columns of the type base64uuid. `Base62id` says what its functions do."
  require Base62id
  Base62id.__system__(:base64uuid, :uuids)
end

defmodule Base62id.ULID do
  @moduledoc """
  Ids of columns of the type ulid, by the ULID specification: they have no version of UUIDs, and
  those of a millisecond are one apart. `Base62id` says what its functions do.
  """
  require Base62id
  Base62id.__system__(:ulid, :ulids)
end

defmodule Base62id.BaseUID do
  @moduledoc """
  Ids of columns of the type baseuid, which the server makes. `Base62id` says what its functions do.
  """
  require Base62id
  Base62id.__system__(:baseuid, :baseuids)
end

defmodule Base62id.Xid do
  @moduledoc """
  Ids of columns of the type uid11 that xid_new() of the server makes. `Base62id` says what its
  functions do.
  """
  require Base62id
  Base62id.__system__(:uid11, :xids)
end
