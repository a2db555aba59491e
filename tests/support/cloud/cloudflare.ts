import { randomBytes, randomUUID } from 'node:crypto';
import { type Answer, type Call, type FakeApi, getForm, json, startFake } from './server.ts';

export type Binding = { type: string; name: string; [field: string]: unknown };
type Metadata = {
  main_module: string;
  bindings: Binding[];
  compatibility_date: string;
  compatibility_flags: string[];
  assets?: { jwt: string; config: Record<string, unknown> };
  annotations?: Record<string, string>;
  [field: string]: unknown;
};
export type Version = { id: string; number: number; metadata: Metadata; modules: Map<string, string>; assets: Map<string, Uint8Array> };
type Deployment = { id: string; created_on: string; versions: { version_id: string; percentage: number }[]; annotations?: object };
type Script = { tag: string; versions: Version[]; deployments: Deployment[]; schedules: { cron: string }[]; settings: object };
type Consumer = { consumer_id: string; type: string; script: string; settings: Record<string, unknown>; dead_letter_queue?: string };
type Queue = { queue_id: string; queue_name: string; consumers: Consumer[]; producers: { type: string; script: string }[] };
type DnsRecord = { id: string; type: string; name: string; content: string; proxied: boolean };
type Session = { manifest: Record<string, { hash: string; size: number }>; script: string };
/** What a new account lacks until its page was opened in the dashboard. */
type Part = 'R2' | 'Workers';
type CustomHostname = { id: string; hostname: string; status: string; ssl: { status: string } };

const hex = (bytes = 16) => randomBytes(bytes).toString('hex');
const ok = (result: unknown, more = {}): Answer => ({ status: 200, body: { success: true, errors: [], messages: [], result, ...more } });
const refusal = (status: number, code: number, message: string): Answer => ({
  status,
  body: { success: false, errors: [{ code, message }], messages: [], result: null },
});
const getPage = <Item>(call: Call, items: Item[]) => {
  const [page, size] = [Number(call.query.get('page') ?? 1), Number(call.query.get('per_page') ?? 20)];
  const part = items.slice((page - 1) * size, page * size);
  return { part, info: { page, per_page: size, count: part.length, total_count: items.length } };
};
/** A list without a page count, as that of namespaces. */
const listedBare = <Item>(call: Call, items: Item[]): Answer => {
  const { part, info } = getPage(call, items);
  return ok(part, { result_info: info });
};
const listed = <Item>(call: Call, items: Item[]): Answer => {
  const { part, info } = getPage(call, items);
  return ok(part, { result_info: { ...info, total_pages: Math.max(1, Math.ceil(info.total_count / info.per_page)) } });
};
const jwt = (payload: object) => ['{}', JSON.stringify(payload), 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.');

export type CloudflareFake = FakeApi & {
  account: string;
  token: string;
  zone: { id: string; name: string; status: string };
  scripts: Map<string, Script>;
  queues: Queue[];
  namespaces: { id: string; title: string }[];
  buckets: Set<string>;
  records: DnsRecord[];
  routes: { id: string; pattern: string; script: string }[];
  fallback: { origin: string; status: string } | null;
  hostnames: CustomHostname[];
  /** Refuses calls of this product, as if it was never switched on in the dashboard; null switches everything on. */
  setMissing(part: Part | null): void;
  setFallback(origin: string): void;
  /** The next call that matches fails once. */
  refuseNext(pattern: RegExp, status?: number): void;
  /** The version that a Worker's requests reach. */
  active(name: string): Version | undefined;
};

/** Cloudflare's API for one account with one zone; validates calls as the real API does. */
export async function startCloudflare(zoneName: string): Promise<CloudflareFake> {
  const [account, token] = [hex(), hex(20)];
  const zone = { id: hex(), name: zoneName, status: 'active' };
  const scripts = new Map<string, Script>();
  const queues: Queue[] = [];
  const namespaces: { id: string; title: string }[] = [];
  const buckets = new Set<string>();
  const records: DnsRecord[] = [];
  const routes: { id: string; pattern: string; script: string }[] = [];
  const hostnames: CustomHostname[] = [];
  const state: { fallback: { origin: string; status: string } | null; missing: Part | null } = { fallback: null, missing: null };
  const refused: { next: RegExp | null; status: number } = { next: null, status: 400 };
  const sessions = new Map<string, Session>();
  const completed = new Map<string, Session>();
  const blobs = new Map<string, Uint8Array>();
  const noR2 = () => (state.missing === 'R2' ? refusal(403, 10042, 'Please enable R2 through the Cloudflare Dashboard.') : null);
  const noScript = () => refusal(404, 10007, 'This Worker does not exist on your account.');

  /** The resources that a version binds must exist. */
  function getFault(metadata: Metadata, form: FormData): string | null {
    if (!(form.get(metadata.main_module) instanceof File)) return `No such module: ${metadata.main_module}`;
    for (const [name, part] of form) {
      if (name === 'metadata') continue;
      if (!(part instanceof File) || !/^application\/(javascript\+module|source-map)/.test(part.type))
        return `${name} has no type of a module`;
    }
    for (const binding of metadata.bindings) {
      const exists = {
        kv_namespace: () => namespaces.some(({ id }) => id === binding.namespace_id),
        r2_bucket: () => buckets.has(String(binding.bucket_name)),
        queue: () => queues.some(({ queue_name }) => queue_name === binding.queue_name),
        plain_text: () => typeof binding.text === 'string',
        secret_text: () => typeof binding.text === 'string',
        assets: () => Boolean(metadata.assets),
        version_metadata: () => true,
      }[binding.type];
      if (!exists) return `binding ${binding.name} has the unknown type ${binding.type}`;
      if (!exists()) return `binding ${binding.name} of type ${binding.type} names something that does not exist`;
    }
    if (metadata.assets && !completed.has(metadata.assets.jwt)) return 'the assets token is not that of a completed upload';
    if ((metadata.annotations?.['workers/tag'] ?? '').length > 25) return 'workers/tag is longer than 25';
    if ((metadata.annotations?.['workers/message'] ?? '').length > 100) return 'workers/message is longer than 100';
    return null;
  }

  async function newVersion(call: Call, script: Script): Promise<Version | string> {
    const form = await getForm(call);
    const metadata = JSON.parse(String(form.get('metadata'))) as Metadata; // because getFault checks it
    // What wrangler finds unchanged at the Worker it sends as "inherit".
    const latest = script.versions.at(-1)?.metadata.bindings ?? [];
    metadata.bindings = metadata.bindings.map((each) =>
      each.type === 'inherit' ? (latest.find(({ name }) => name === each.name) ?? each) : each,
    );
    const fault = getFault(metadata, form);
    if (fault) return fault;
    const modules = new Map<string, string>();
    for (const [name, part] of form) if (part instanceof File && name !== 'metadata') modules.set(name, await part.text());
    const session = metadata.assets && completed.get(metadata.assets.jwt);
    const files = Object.entries(session?.manifest ?? {}).map(([path, { hash }]) => [path, blobs.get(hash) ?? new Uint8Array()] as const);
    const version = { id: randomUUID(), number: script.versions.length + 1, metadata, modules, assets: new Map(files) };
    script.versions.push(version);
    return version;
  }
  const put = (script: Script, version_id: string, annotations: object = {}) =>
    script.deployments.unshift({
      id: randomUUID(),
      created_on: new Date().toISOString(),
      versions: [{ version_id, percentage: 100 }],
      annotations,
    });
  const shown = ({ id, number, metadata }: Version) => ({
    id,
    number,
    annotations: metadata.annotations ?? {},
    metadata: {},
    startup_time_ms: 40,
    resources: { script: { etag: hex() } },
  });

  const api = await startFake(
    '/client/v4',
    {
      'GET /user/tokens/verify': () => ok({ id: hex(), status: 'active' }),
      'GET /user': () => refusal(403, 9109, 'Unauthorized to access requested resource'),
      'GET /memberships': () => refusal(403, 9109, 'Unauthorized to access requested resource'),
      'GET /zones': (call) =>
        listed(
          call,
          [zone].filter(({ name }) => name === call.query.get('name') && call.query.get('account.id') === account),
        ),
      'GET /zones/:zone/dns_records': (call) =>
        listed(
          call,
          records.filter(({ name }) => name === call.query.get('name')),
        ),
      'POST /zones/:zone/dns_records': (call) => {
        const record = json<DnsRecord>(call);
        if (record.type !== 'AAAA' || record.content !== '100::' || record.proxied !== true)
          return refusal(400, 9005, 'Content for the record is invalid.');
        if (records.some(({ name }) => name === record.name)) return refusal(400, 81058, 'An identical record already exists.');
        records.push({ ...record, id: hex() });
        return ok(records.at(-1));
      },
      'GET /zones/:zone/workers/routes': () => ok(routes),
      'POST /zones/:zone/workers/routes': (call) => {
        const { pattern, script } = json<{ pattern: string; script: string }>(call);
        if (!scripts.has(script)) return refusal(404, 10007, 'This Worker does not exist on your account.');
        if (routes.some((route) => route.pattern === pattern)) return refusal(409, 10020, 'A route with the same pattern already exists.');
        routes.push({ id: hex(), pattern, script });
        return ok(routes.at(-1));
      },
      'GET /zones/:zone/custom_hostnames/fallback_origin': () =>
        state.fallback ? ok(state.fallback) : refusal(404, 1551, 'Resource not found.'),
      'PUT /zones/:zone/custom_hostnames/fallback_origin': (call) => {
        const { origin } = json<{ origin: string }>(call);
        if (!records.some(({ name, proxied }) => name === origin && proxied))
          return refusal(400, 1456, 'The fallback origin must be a proxied record of this zone.');
        state.fallback = { origin, status: 'active' };
        return ok({ origin, status: 'initializing' });
      },
      'GET /zones/:zone/custom_hostnames': (call) =>
        listed(
          call,
          // A part of the name is enough.
          hostnames.filter(({ hostname }) => hostname.includes(call.query.get('hostname') ?? '')),
        ),
      'POST /zones/:zone/custom_hostnames': (call) => {
        const { hostname, ssl } = json<{ hostname: string; ssl?: { method?: string; type?: string } }>(call);
        if (ssl?.method !== 'http' || ssl.type !== 'dv') return refusal(400, 1413, 'The SSL attribute is invalid.');
        if (hostname.endsWith(`.${zone.name}`)) return refusal(400, 1411, 'Custom hostnames cannot be sub-domains of the zone.');
        const verification = { type: 'txt', name: `_cf-custom-hostname.${hostname}`, value: randomUUID() };
        hostnames.push({ id: hex(), hostname, status: 'pending', ssl: { status: 'pending_validation' } });
        return ok({ ...hostnames.at(-1), ownership_verification: verification });
      },
      'GET /accounts/:account/queues': (call) =>
        listed(
          call,
          queues.filter(({ queue_name }) => [null, queue_name].includes(call.query.get('name'))),
        ),
      'POST /accounts/:account/queues': (call) => {
        const { queue_name } = json<{ queue_name: string }>(call);
        if (queues.some((queue) => queue.queue_name === queue_name)) return refusal(409, 11009, 'Queue name is already taken.');
        queues.push({ queue_id: hex(), queue_name, consumers: [], producers: [] });
        return ok(queues.at(-1));
      },
      'GET /accounts/:account/queues/:queue/consumers': (_, __, id) => ok(queues.find(({ queue_id }) => queue_id === id)?.consumers ?? []),
      'POST /accounts/:account/queues/:queue/consumers': (call, _, id) => {
        const queue = queues.find(({ queue_id }) => queue_id === id);
        const { script_name, ...consumer } = json<Consumer & { script_name: string }>(call);
        if (!queue || !scripts.has(script_name)) return refusal(404, 11000, 'Queue or Worker not found.');
        const { dead_letter_queue: dead } = consumer;
        if (dead && !queues.some(({ queue_name }) => queue_name === dead))
          return refusal(400, 100129, 'The dead letter queue does not exist.');
        queue.consumers.push({ ...consumer, script: script_name, consumer_id: hex() });
        return ok(queue.consumers.at(-1));
      },
      'PUT /accounts/:account/queues/:queue/consumers/:consumer': (call, _, id, consumerId) => {
        const queue = queues.find(({ queue_id }) => queue_id === id);
        const consumer = queue?.consumers.find(({ consumer_id }) => consumer_id === consumerId);
        if (!consumer) return refusal(404, 11004, 'Consumer not found.');
        Object.assign(consumer, json<Consumer>(call));
        return ok(consumer);
      },
      'GET /accounts/:account/r2/buckets/:name': (_, __, name) =>
        noR2() ?? (buckets.has(name) ? ok({ name }) : refusal(404, 10006, 'The specified bucket does not exist.')),
      'POST /accounts/:account/r2/buckets': (call) => {
        const { name } = json<{ name: string }>(call);
        const isOff = noR2();
        if (isOff) return isOff;
        if (buckets.has(name)) return refusal(409, 10004, 'The bucket you tried to create already exists, and you own it.');
        buckets.add(name);
        return ok({ name });
      },
      'GET /accounts/:account/storage/kv/namespaces': (call) => listedBare(call, namespaces),
      'POST /accounts/:account/storage/kv/namespaces': (call) => {
        const { title } = json<{ title: string }>(call);
        if (namespaces.some((each) => each.title === title)) return refusal(400, 10014, 'a namespace with this title already exists');
        namespaces.push({ id: hex(), title });
        return ok(namespaces.at(-1));
      },
      'GET /accounts/:account/workers/services/:name': (_, __, name) => {
        const script = scripts.get(name);
        if (!script) return refusal(404, 10090, 'workers.api.error.service_not_found');
        const last = { tag: script.tag, tags: [], last_deployed_from: 'wrangler' };
        return ok({ id: name, default_environment: { environment: 'production', script: last } });
      },
      'GET /accounts/:account/workers/scripts/:name/secrets': (_, __, name) => {
        const script = scripts.get(name);
        if (!script) return noScript();
        const bindings = active(name)?.metadata.bindings ?? [];
        return ok(bindings.filter(({ type }) => type === 'secret_text').map((each) => ({ name: each.name, type: 'secret_text' })));
      },
      'POST /accounts/:account/workers/scripts/:name/assets-upload-session': (call, _, name) => {
        const { manifest } = json<{ manifest: Session['manifest'] }>(call);
        const entries = Object.entries(manifest);
        if (entries.some(([path, { hash, size }]) => !path.startsWith('/') || !/^[0-9a-f]{32}$/.test(hash) || !(size >= 0)))
          return refusal(400, 100300, 'The manifest is malformed.');
        const session = { manifest, script: name };
        const missing = [...new Set(entries.map(([, { hash }]) => hash))].filter((hash) => !blobs.has(hash));
        const made = jwt({ id: hex(), exp: Math.floor(Date.now() / 1000) + 3600 });
        (missing.length > 0 ? sessions : completed).set(made, session);
        const buckets = Array.from({ length: Math.ceil(missing.length / 60) }, (_, at) => missing.slice(at * 60, at * 60 + 60));
        return ok({ jwt: made, buckets });
      },
      'POST /accounts/:account/workers/assets/upload': async (call) => {
        const session = sessions.get((call.headers.authorization ?? '').replace('Bearer ', ''));
        if (!session || call.query.get('base64') !== 'true') return refusal(401, 100301, 'The upload token is not valid.');
        for (const [hash, part] of await getForm(call)) {
          const entry = Object.values(session.manifest).find((each) => each.hash === hash);
          const content = part instanceof File ? Buffer.from(await part.text(), 'base64') : null;
          if (!entry || content?.length !== entry.size) return refusal(400, 100302, `${hash} is not what the manifest says.`);
          blobs.set(hash, content);
        }
        const isWhole = Object.values(session.manifest).every(({ hash }) => blobs.has(hash));
        if (!isWhole) return { ...ok({ jwt: null }), status: 202 };
        const done = jwt({ id: hex(), done: true });
        completed.set(done, session);
        return { ...ok({ jwt: done }), status: 201 };
      },
      'PUT /accounts/:account/workers/scripts/:name': async (call, _, name) => {
        if (state.missing === 'Workers') return refusal(409, 10063, 'You need a workers.dev subdomain in order to proceed.');
        if (scripts.has(name)) return refusal(400, 10000, 'The fake knows this call for a new Worker only.');
        const script = { tag: hex(), versions: [], deployments: [], schedules: [], settings: {} };
        const version = await newVersion(call, script);
        if (typeof version === 'string') return refusal(400, 10021, version);
        put(script, version.id);
        scripts.set(name, script);
        return ok({ id: name, tag: script.tag, etag: hex(), startup_time_ms: 40, deployment_id: version.id.replaceAll('-', '') });
      },
      'POST /accounts/:account/workers/scripts/:name/versions': async (call, _, name) => {
        const script = scripts.get(name);
        if (!script) return noScript();
        const version = await newVersion(call, script);
        return typeof version === 'string' ? refusal(400, 10021, version) : ok(shown(version));
      },
      'GET /accounts/:account/workers/scripts/:name/versions/:version': (_, __, name, id) => {
        const version = scripts.get(name)?.versions.find((each) => each.id === id);
        return version ? ok(shown(version)) : refusal(404, 10222, 'Version not found.');
      },
      'GET /accounts/:account/workers/scripts/:name/deployments': (_, __, name) => {
        const script = scripts.get(name);
        return script ? ok({ deployments: script.deployments }) : noScript();
      },
      'POST /accounts/:account/workers/scripts/:name/deployments': (call, _, name) => {
        const script = scripts.get(name);
        const { strategy, versions, annotations } = json<Deployment & { strategy: string }>(call);
        const [only] = versions;
        if (!script) return noScript();
        if (strategy !== 'percentage' || versions.length !== 1 || only?.percentage !== 100)
          return refusal(400, 10213, 'The percentages must add up to 100.');
        if (!script.versions.some(({ id }) => id === only.version_id)) return refusal(404, 10222, 'Version not found.');
        put(script, only.version_id, annotations);
        return ok(script.deployments[0]);
      },
      'GET /accounts/:account/workers/scripts/:name/schedules': (_, __, name) => {
        const script = scripts.get(name);
        return script ? ok({ schedules: script.schedules }) : noScript();
      },
      'PUT /accounts/:account/workers/scripts/:name/schedules': (call, _, name) => {
        const script = scripts.get(name);
        if (!script) return noScript();
        script.schedules = json(call);
        return ok({ schedules: script.schedules });
      },
      'PATCH /accounts/:account/workers/scripts/:name/script-settings': (call, _, name) => {
        const script = scripts.get(name);
        if (!script) return noScript();
        script.settings = json(call);
        return ok(script.settings);
      },
      'GET /accounts/:account/workers/workers/:name': (_, __, name) =>
        scripts.has(name) ? ok({ name, subdomain: { enabled: false, previews_enabled: false } }) : noScript(),
      'GET /accounts/:account/workers/scripts/:name/settings': (_, __, name) =>
        scripts.has(name) ? ok({ bindings: active(name)?.metadata.bindings ?? [] }) : noScript(),
      'POST /accounts/:account/workers/scripts/:name/subdomain': (call) => {
        const { enabled, previews_enabled } = json<{ enabled: boolean; previews_enabled: boolean }>(call);
        return enabled || previews_enabled ? refusal(400, 10034, 'The fake has no workers.dev.') : ok({ enabled, previews_enabled });
      },
    },
    (call) => {
      if (refused.next?.test(`${call.method} ${call.path}`)) {
        refused.next = null;
        return refusal(refused.status, 10013, 'An unknown error has occurred.');
      }
      const [, kind, id] = call.path.split('/');
      const isUpload = call.path.endsWith('/workers/assets/upload');
      if (!isUpload && call.headers.authorization !== `Bearer ${token}`) return refusal(403, 10000, 'Authentication error');
      const isForeign = (kind === 'accounts' && id !== account) || (kind === 'zones' && id !== undefined && id !== zone.id);
      return isForeign ? refusal(403, 10000, 'Authentication error') : null;
    },
    ({ path }) => refusal(404, 7003, `Could not route to ${path}, perhaps your object identifier is invalid?`),
  );
  function active(name: string): Version | undefined {
    const script = scripts.get(name);
    const id = script?.deployments[0]?.versions[0]?.version_id;
    return script?.versions.find((version) => version.id === id);
  }
  const refuseNext = (pattern: RegExp, status = 400) => {
    Object.assign(refused, { next: pattern, status });
  };
  const setMissing = (part: Part | null) => {
    state.missing = part;
  };
  const setFallback = (origin: string) => {
    state.fallback = { origin, status: 'active' };
  };
  const world = {
    refuseNext,
    setMissing,
    setFallback,
    account,
    token,
    zone,
    scripts,
    queues,
    namespaces,
    buckets,
    records,
    routes,
    hostnames,
    active,
  };
  return Object.defineProperty({ ...api, ...world } as CloudflareFake, 'fallback', {
    get: () => state.fallback,
  });
}
