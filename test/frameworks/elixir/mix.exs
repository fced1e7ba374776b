defmodule Frameworks.MixProject do
  use Mix.Project

  # The libraries' sources, each in a directory of its name: no package of a distribution has them.
  def project do
    [
      app: :frameworks,
      version: "0.0.0",
      elixirc_paths: ["lib"],
      deps: deps(System.fetch_env!("BASE62ID_ELIXIR_DEPS"))
    ]
  end

  def application, do: [extra_applications: [:logger]]

  defp deps(directory) do
    mix =
      for app <- [:postgrex, :db_connection, :decimal, :ecto, :ecto_sql],
          do: {app, path: "#{directory}/#{app}", override: true}

    erlc =
      "mkdir -p ebin && erlc -o ebin src/*.erl && cp src/telemetry.app.src ebin/telemetry.app"

    [
      {:telemetry, path: "#{directory}/telemetry", override: true, manager: :make, compile: erlc}
      | mix
    ]
  end
end
