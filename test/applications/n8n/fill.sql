-- So many rows that the planner prefers indexes.
INSERT INTO "user" (id, email, "firstName", "lastName") SELECT md5('user' || n)::uuid, n || '@example.org', 'user', n FROM generate_series(1, 20000) AS n;
INSERT INTO project (id, name, type, "creatorId") SELECT 'project' || n, 'project ' || n, 'personal', md5('user' || n)::uuid FROM generate_series(1, 20000) AS n;
INSERT INTO project_relation ("projectId", "userId", role) SELECT 'project' || n, md5('user' || n)::uuid, 'project:personalOwner' FROM generate_series(1, 20000) AS n;
INSERT INTO chat_hub_agents (id, name, "systemPrompt", "ownerId", provider, model) SELECT md5('agent' || n)::uuid, 'agent ' || n, 'hello', md5('user' || n)::uuid, 'openai', 'gpt-4' FROM generate_series(1, 20000) AS n;
