defmodule Base62id.MixProject do
  use Mix.Project

  def project do
    [
      app: :base62id,
      version: "1.0.0",
      elixir: "~> 1.14",
      description:
        "The ids of the PostgreSQL extension base62id: TypeID, ULID, base62id and others",
      elixirc_paths: if(Mix.env() == :test, do: ["lib", "test/support"], else: ["lib"]),
      package: [
        licenses: ["PostgreSQL"],
        links: %{},
        files: ["lib", "mix.exs", "README.md", "LICENSE", ".formatter.exs"]
      ],
      deps: deps()
    ]
  end

  def application, do: [extra_applications: [:crypto]]

  # Base62id.Ecto and Base62id.Postgrex are there where these are. The package's own tests do
  # without them, and without Hex.
  defp deps do
    if Mix.env() in [:dev, :prod] do
      [
        {:ecto, "~> 3.10", optional: true},
        {:postgrex, "~> 0.17", optional: true},
        {:ex_doc, "~> 0.34", only: :dev, runtime: false}
      ]
    else
      []
    end
  end
end
