# A typed id in Postgrex.
defmodule MyApp.TeamId.Postgrex do
  use Base62id.Postgrex, name: "team_id", prefix: "team"
end

Postgrex.Types.define(MyApp.TypedTypes, [MyApp.TeamId.Postgrex | Base62id.Postgrex.extensions()])
