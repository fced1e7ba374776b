# Typed ids in Postgrex: of TypeID's notation, and of each other one.
defmodule MyApp.TeamId.Postgrex do
  use Base62id.Postgrex, name: "team_id", prefix: "team"
end

notated =
  for notation <- String.split(System.fetch_env!("UUID_TYPES")) do
    module = Module.concat([MyApp, Macro.camelize(notation), Postgrex])
    options = [name: "in_#{notation}_id", prefix: "in_" <> String.replace(notation, ~r/\d/, ""), notation: notation]
    Module.create(module, quote(do: use(Base62id.Postgrex, unquote(options))), Macro.Env.location(__ENV__))
    module
  end

Postgrex.Types.define(MyApp.TypedTypes, [MyApp.TeamId.Postgrex | notated] ++ Base62id.Postgrex.extensions())
