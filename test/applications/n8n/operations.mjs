// A client of n8n's interface: the one of its own pages, and the public one.
import { randomUUID } from 'node:crypto';
import { headers, isUuid, must, operation, remember, request, stage, state, url } from '../client.mjs';

async function call(method, path, body) {
    const answer = await request(method, `/rest${path}`, body);
    return answer?.data ?? answer;
}
const get = (path) => call('GET', path);
const post = (path, body) => call('POST', path, body);
const patch = (path, body) => call('PATCH', path, body);
const remove = (path) => call('DELETE', path);
const find = (filter) => `?filter=${encodeURIComponent(JSON.stringify(filter))}`;

// Who one is stands in a cookie.
headers['browser-id'] = 'a-browser';
async function enter(path, body) {
    const response = await fetch(`${url}/rest${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json', 'browser-id': headers['browser-id'] }, body: JSON.stringify(body) });
    must(response.ok, `${response.status} ${await response.clone().text()}`);
    headers.Cookie = response.headers.getSetCookie().map((c) => c.split(';')[0]).join('; ');
    return (await response.json()).data;
}
const password = 'Secret123';
const login = (emailOrLdapLoginId) => enter('/login', { emailOrLdapLoginId, password });

const owner = 'owner@example.com';
const mail = `${stage}-${Date.now()}@example.com`;
const made = {};
if (stage === 'before') {
    await operation('set up the owner', async () => isUuid((await enter('/owner/setup', { email: owner, firstName: 'A', lastName: 'B', password })).id));
} else {
    await operation('set up the owner', async () => must((await request('GET', '/rest/settings')).data.userManagement.showSetupOnFirstLoad === false, 'not set up'));
}
await operation('log in', async () => isUuid((made.owner = (await login(owner)).id)));
await operation('read oneself', async () => must((await get('/login')).id === made.owner, 'another id'));
await operation('change oneself', async () => isUuid((await patch('/me', { email: owner, firstName: stage, lastName: 'B' })).id));
await operation('change one\'s settings', () => patch('/me/settings', { userActivated: true }));
await operation('list users', async () => (await get('/users')).items.forEach((u) => isUuid(u.id)));
await operation('invite a user', async () => {
    const [{ user }] = await post('/invitations', [{ email: mail, role: 'global:member' }]);
    isUuid((made.user = user.id));
    made.invitation = user.inviteAcceptUrl;
});
await operation('find a user by the address', async () => must((await get(`/users${find({ email: mail })}`)).items[0].id === made.user, 'another id'));
await operation('accept the invitation', async () => {
    const admin = headers.Cookie;
    const from = new URL(made.invitation).searchParams;
    must(from.get('inviteeId') === made.user, 'another id');
    isUuid((await enter(`/invitations/${made.user}/accept`, { inviterId: from.get('inviterId'), firstName: 'C', lastName: 'D', password })).id);
    headers.Cookie = admin;
});
await operation('log in as that user', async () => {
    const admin = headers.Cookie;
    must((await login(mail)).id === made.user, 'another id');
    made.project = (await get('/projects/personal')).id;
    headers.Cookie = admin;
});
await operation('make a link to set the password again', async () => must((await get(`/users/${made.user}/password-reset-link`)).link.includes('token='), 'no token'));
await operation('read the own project', async () => must((made.own = (await get('/projects/personal')).id), 'none'));
await operation('list projects', async () => must((await get('/projects/my-projects')).length > 0, 'none'));

const nodes = (path) => [
    { id: randomUUID(), name: 'Webhook', type: 'n8n-nodes-base.webhook', typeVersion: 2, position: [0, 0], webhookId: randomUUID(), parameters: { path, options: {} } },
    { id: randomUUID(), name: 'Edit', type: 'n8n-nodes-base.set', typeVersion: 3.4, position: [200, 0], parameters: { assignments: { assignments: [{ id: randomUUID(), name: 'a', value: 'b', type: 'string' }] }, options: {} } },
];
const connections = { Webhook: { main: [[{ node: 'Edit', type: 'main', index: 0 }]] } };
const path = randomUUID();
await operation('create a workflow', async () => {
    const workflow = await post('/workflows', { name: `workflow ${stage}`, nodes: nodes(path), connections, settings: {}, active: false });
    made.workflow = workflow.id;
    made.version = workflow.versionId;
    isUuid(made.version);
});
await operation('read a workflow', async () => must((await get(`/workflows/${made.workflow}`)).versionId === made.version, 'another version'));
await operation('list workflows', async () => must((await get('/workflows?includeScopes=true')).some((w) => w.id === made.workflow), 'not there'));
await operation('change a workflow', async () => isUuid((made.version = (await patch(`/workflows/${made.workflow}`, { name: `changed ${stage}`, nodes: nodes(path), connections, versionId: made.version })).versionId)));
await operation('read the history of a workflow', async () => must((await get(`/workflow-history/workflow/${made.workflow}`)).length > 0, 'none'));
await operation('tag a workflow', async () => {
    made.tag = (await post('/tags', { name: `tag ${stage}` })).id;
    await patch(`/workflows/${made.workflow}`, { tags: [made.tag], versionId: made.version });
});
await operation('activate a workflow', () => post(`/workflows/${made.workflow}/activate`, { versionId: made.version }));
await operation('call its webhook', async () => {
    const response = await fetch(`${url}/webhook/${path}`);
    must(response.ok, `${response.status} ${await response.text()}`);
});
await operation('list executions', async () => {
    for (let i = 0; i < 50 && !made.execution; i++) {
        made.execution = (await get(`/executions${find({ workflowId: made.workflow })}`)).results?.[0]?.id;
        if (!made.execution) await new Promise((resolve) => setTimeout(resolve, 200));
    }
    must(made.execution, 'none');
});
await operation('read an execution', async () => must((await get(`/executions/${made.execution}`)).workflowId === made.workflow, 'another workflow'));
await operation('create a credential', async () => {
    made.credential = (await post('/credentials', { name: `credential ${stage}`, type: 'httpBasicAuth', data: { user: 'a', password: 'b' } })).id;
});
await operation('list credentials', async () => must((await get('/credentials?includeData=false')).some((c) => c.id === made.credential), 'not there'));
await operation('read a credential', async () => must((await get(`/credentials/${made.credential}?includeData=true`)).data.user === 'a', 'another user'));
const agentNamed = (name) => ({
    name, icon: { type: 'emoji', value: 'A' }, systemPrompt: 'hello', provider: 'openai', model: 'gpt-4', tools: [], credentialId: made.provider,
});
await operation('create a credential for models', async () => {
    made.provider = (await post('/credentials', { name: `provider ${stage}`, type: 'openAiApi', data: { apiKey: 'a' } })).id;
});
await operation('make an agent to chat with', async () => {
    const agent = await post('/chat/agents', agentNamed(`agent ${stage}`));
    isUuid((made.agent = agent.id));
    must(agent.ownerId === made.owner, 'another owner');
});
await operation('list agents', async () => must((await get('/chat/agents')).some((a) => a.id === made.agent), 'not there'));
await operation('read an agent', async () => must((await get(`/chat/agents/${made.agent}`)).ownerId === made.owner, 'another owner'));
await operation('change an agent', async () => must((await post(`/chat/agents/${made.agent}`, { name: 'changed' })).id === made.agent, 'another id'));
await operation('list conversations', () => get('/chat/conversations?limit=20'));
await operation('make a table', async () => {
    made.table = (await post(`/projects/${made.own}/data-tables`, { name: `table ${stage}`, columns: [{ name: 'a', type: 'string' }] })).id;
    must(made.table, 'none');
});
await operation('insert into it', () => post(`/projects/${made.own}/data-tables/${made.table}/insert`, { data: [{ a: 'x' }, { a: 'y' }], returnType: 'id' }));
await operation('make a key of the public interface', async () => {
    const key = await post('/api-keys', { label: `key ${stage}`, expiresAt: null, scopes: ['user:read', 'user:list', 'workflow:list', 'workflow:read', 'execution:list', 'tag:list'] });
    made.key = key.id;
    headers['X-N8N-API-KEY'] = key.rawApiKey;
});
await operation('list keys', async () => must((await get('/api-keys')).length > 0, 'none'));
const open = (path) => request('GET', `/api/v1${path}`);
await operation('list users by the public interface', async () => (await open('/users')).data.forEach((u) => isUuid(u.id)));
await operation('read a user by the public interface', async () => must((await open(`/users/${made.user}`)).id === made.user, 'another id'));
await operation('list workflows by the public interface', async () => must((await open('/workflows')).data.some((w) => w.id === made.workflow), 'not there'));
await operation('list executions by the public interface', async () => must((await open('/executions')).data.length > 0, 'none'));
await operation('what an earlier stage has made', async () => {
    if (!state.user) return;
    must((await get(`/users${find({ email: owner })}`)).items[0].id === state.owner, 'another id');
    must((await get(`/chat/agents/${state.agent}`)).ownerId === state.owner, 'another owner');
    must((await get(`/workflows/${state.workflow}`)).id === state.workflow, 'another id');
});
await operation('delete a key', () => remove(`/api-keys/${made.key}`));
await operation('delete an agent', async () => {
    const other = await post('/chat/agents', agentNamed('other'));
    await remove(`/chat/agents/${other.id}`);
});
await operation('delete a user, and hand on what was theirs', async () => {
    await remove(`/users/${made.user}?transferId=${made.own}`);
    must((await get(`/users${find({ email: mail })}`)).items.length === 0, 'still there');
});
await operation('log out', () => post('/logout'));
remember(made);
