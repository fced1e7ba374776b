# Prints what test/frameworks/run reads.
defmodule Harness do
  def say(fields), do: IO.puts(Enum.map_join(fields, "\t", &escape(to_string(&1))))
  defp escape(text), do: text |> String.replace("\t", " ") |> String.replace("\n", "\\n")

  def run(kind, what, how, test) do
    test.()
    say([kind, what, how])
  rescue
    error -> say(["fail", what, Exception.format(:error, error, __STACKTRACE__)])
  end

  def cell(capability, how, test), do: run("cell", capability, how, test)

  @doc "Fails unless the function raises this exception."
  def refuses(exception, function) do
    function.()
  rescue
    error -> if error.__struct__ != exception, do: reraise(error, __STACKTRACE__)
  else
    result -> raise "taken: #{inspect(result)}"
  end

  def psql(query) do
    {out, 0} = System.cmd("psql", ["-XAtq", "-v", "ON_ERROR_STOP=1", "-c", query], stderr_to_stdout: true)
    String.trim(out)
  end

  @doc "Answers stored.py: each line is an operation and its arguments, the answer its fields."
  def serve(operations) do
    for line <- IO.stream(:stdio, :line) do
      [operation | given] = line |> String.trim_trailing("\n") |> String.split("\t")

      try do
        say(["=" | List.wrap(operations[operation].(given))])
      rescue
        error -> say(["!", with(%{postgres: %{pg_code: code}} <- error, do: code, else: (_ -> "")), Exception.message(error)])
      end
    end
  end

  def new_id(prefix \\ "user"), do: Base62id.new_id(prefix)
end

defmodule MyApp.Repo do
  use Ecto.Repo, otp_app: :frameworks, adapter: Ecto.Adapters.Postgres
end
