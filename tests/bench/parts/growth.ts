import { password } from '../../support/password.ts';
import { type Call, getClient, wellDone } from '../client.ts';
import { atMost, type Bench, exactly, type Figure, remark, times } from '../figure.ts';
import { getEmail, getHost, groupId, platform, reportId, subgroupId, units } from '../fill.ts';
import { explained, type Touched, touchedBy } from '../plans.ts';
import { startProduct } from '../product.ts';
import { getSession, type Session } from '../sessions.ts';
import { openWorld, smallSize, smallWorld, type World } from '../world.ts';

const unit = units[0];
type Read = { name: string; call: Call };

/** Every list, with its sorts and filters, for each profile; and what precedes any list: host, sign-in, session. */
function listReads(admin: Session, user: Session, operator: Session): Read[] {
  const reports = [
    '',
    '?size=50&sort=-title',
    '?sort=-added',
    '?sort=-data',
    '?page=2',
    '?search=pai%20ven',
    '?favorites=1',
    `?group=${groupId(unit, 2)}`,
    `?subgroup=${subgroupId(unit, 1)}`,
  ].map((query) => `/api/auth/reports${query}`);
  const both = [
    ...reports,
    '/api/auth/dashboard',
    '/api/auth/group_reports/get/config/menu/reports',
    '/api/auth/group_reports/get/reports/all/select',
    '/api/auth/search?q=pai',
    `/api/auth/reports/${reportId(unit, 1)}`,
  ];
  const groups = ['groups', 'subgroups'].flatMap((kind) => {
    const id = kind === 'groups' ? groupId(unit, 2) : subgroupId(unit, 1);
    const queries = [
      '',
      '?sort=-name',
      '?sort=-reports',
      '?sort=-created',
      '?search=gro',
      '?visibility=hidden',
      '?empty=1',
      '/export',
      `/${id}`,
      `/${id}/history`,
    ];
    return queries.map((query) => `/api/auth/${kind}${query}`);
  });
  // A page size that even ten tenants fill.
  const partners = ['', '&sort=-created', '&kind=partner', '&status=B', '&search=tenant%20000', '&page=2'].map(
    (query) => `/api/auth/partners?size=4${query}`,
  );
  const get =
    (who: string, session: Session) =>
    (path: string): Read => ({ name: `${who}: GET ${path.replace(/[0-9a-f-]{36}/, '{id}')}`, call: { path, ...session } });
  const post = (who: string, path: string, session: Partial<Session> & { host: string }, body: unknown): Read => ({
    name: `${who}: POST ${path}`,
    call: { method: 'POST', path, ...session, body },
  });
  const viewing = { reportId: reportId(unit, 1), visitId: '00000007-0000-7000-8000-0000000000aa', page: 'p', state: 'beat' };
  return [
    ...both.map(get('administrator', admin)),
    ...both.map(get('user', user)),
    ...groups.map(get('administrator', admin)),
    get('administrator', admin)('/api/auth/viewers?q=per'),
    get('administrator', admin)('/api/auth/config/getConfig'),
    ...partners.map(get('operator', operator)),
    post('anybody', '/api/login/config', { host: getHost(unit) }, {}),
    post('anybody', '/api/login', { host: getHost(unit) }, { email: getEmail(unit, 2), password }),
    post('user', '/api/refresh/token', user, {}),
    post('user', '/api/auth/config', user, {}),
    post('user', '/api/auth/report_view/check/exist/report', user, { reportId: reportId(unit, 1) }),
    post('user', '/api/auth/log/report/page/view', user, viewing),
  ];
}

async function touchedIn(world: World): Promise<Map<string, Touched>> {
  const endpoint = await explained(world);
  const product = await startProduct({ ...world, endpoint: endpoint.endpoint });
  const client = getClient(product.port);
  const touched = new Map<string, Touched>();
  try {
    const [admin, user, operator] = [
      await getSession(world, unit, 1),
      await getSession(world, unit, 2),
      await getSession(world, platform, 1),
    ];
    // The first request to a host looks up its tenant; a host not used yet shows that lookup alone.
    await client.call({ path: '/api/timezone/all', ...admin });
    await client.call({ path: '/api/timezone/all', ...operator });
    const host = await endpoint.during(() => client.call({ method: 'POST', path: '/api/logout', host: getHost(6), body: {} }));
    touched.set('anybody: host → tenant', touchedBy(host));
    for (const { name, call } of listReads(admin, user, operator)) {
      // The first runs fill a connection's caches of functions and catalog; the minimum is the cost of reading itself.
      const tries: Touched[] = [];
      for (let again = 0; again < 4; again += 1) tries.push(touchedBy(await endpoint.during(() => wellDone(client, call))));
      const [least] = tries.toSorted((a, b) => a.buffers - b.buffers);
      if (!least || least.buffers === 0) throw new Error(`${name} left no plan in the log.`);
      touched.set(name, least);
    }
  } finally {
    client.close();
    await product.stop();
    await endpoint.stop();
  }
  return touched;
}

const middleTenants = 1000;
// A table of a few rows is always scanned whole.
const manyRows = 1_000;

export const bench: Bench = {
  name: 'growth',
  title: 'Growth',
  async run({ share }) {
    const { usersEach } = smallSize;
    const at = async (name: string, tenants: number) => {
      const world = await openWorld(name, { tenants, usersEach });
      const touched = await touchedIn(world);
      const long = await longTables(world);
      await world.close();
      return { touched, tenants, long };
    };
    const small = { touched: await touchedIn(await smallWorld()), tenants: smallSize.tenants, long: new Set<string>() };
    const middle = await at('middle', Math.max(50, Math.round(middleTenants * share)));
    const big = await at('big', Math.max(100, Math.round(10_000 * share)));
    return [...getFigures(small, big), ...plansAlike(middle, big)];
  },
};

type Measured = { touched: Map<string, Touched>; tenants: number; long: Set<string> };

async function longTables({ owner }: World): Promise<Set<string>> {
  const { rows } = await owner.query('select relname from pg_class where relkind = $1 and reltuples > $2', ['r', manyRows]);
  return new Set(rows.map(({ relname }: { relname: string }) => relname));
}

type Row = { name: string; buffers: number; rows: number; small: Touched; big: Touched };

const getRows = (small: Measured, big: Measured): Row[] =>
  [...big.touched].flatMap(([name, now]): Row[] => {
    const before = small.touched.get(name);
    return before
      ? [{ name, buffers: now.buffers / before.buffers, rows: now.rows / Math.max(before.rows, 1), small: before, big: now }]
      : [];
  });
const worst = (by: 'buffers' | 'rows', of: Row[]) => of.toSorted((a, b) => b[by] - a[by])[0];
const change = (by: 'buffers' | 'rows', row: Row | undefined) => `${row?.small[by]} → ${row?.big[by]}`;
const getSize = ({ tenants }: Measured) =>
  `${(tenants * smallSize.usersEach).toLocaleString('en')} people in ${tenants.toLocaleString('en')} tenants`;
const isSignIn = ({ name }: Row) => name.endsWith('/api/login');
const isAcross = ({ name }: Row) => name.startsWith('operator');

function getFigures(small: Measured, big: Measured): Figure[] {
  const rows = getRows(small, big);
  const size = `${getSize(big)} against ${getSize(small)}`;
  const figure = (by: 'buffers' | 'rows', of: Row[], name: string) => {
    const row = worst(by, of);
    return atMost(row?.[by] ?? Number.NaN, 4, { name, how: `${row?.name}: ${change(by, row)}; ${size}` });
  };
  const inside = rows.filter((row) => !isSignIn(row) && !isAcross(row));
  const across = rows.filter(isAcross);
  const signIn = rows.filter(isSignIn);
  const sequential = new Map<string, Set<string>>();
  for (const { name, big: touched } of rows) {
    for (const table of touched.sequential.filter((each) => big.long.has(each)))
      sequential.set(table, (sequential.get(table) ?? new Set()).add(getEndpoint(name)));
  }
  return [
    figure('buffers', inside, `buffers, the worst of ${inside.length} reads in a tenant`),
    figure('rows', inside, `rows, the worst of ${inside.length} reads in a tenant`),
    figure('buffers', signIn, 'buffers of a sign-in'),
    figure('rows', signIn, 'rows of a sign-in'),
    figure('buffers', across, `buffers, the worst of ${across.length} reads of the platform's list of partners`),
    figure('rows', across, `rows, the worst of ${across.length} reads of the platform's list of partners`),
    exactly(sequential.size, 0, {
      name: `tables of more than ${manyRows.toLocaleString('en')} rows that are read sequentially`,
      how: [...sequential].map(([table, names]) => `${table} by ${[...names].join(', ')}`).join('; ') || `none in ${rows.length} reads`,
    }),
    ...overs(rows),
  ];
}

const getEndpoint = (name: string) => name.replace(/\?.*$/, '');

/** Every endpoint that misses the goal, by its worst call. */
function overs(rows: Row[]): Figure[] {
  const most = new Map<string, Row>();
  for (const row of rows.filter((each) => each.buffers > 4 || each.rows > 4)) {
    const known = most.get(getEndpoint(row.name));
    if (!known || known.buffers < row.buffers) most.set(getEndpoint(row.name), row);
  }
  return [...most].map(([name, row]) =>
    remark(times(row.buffers), { name: `over: ${name}`, how: `buffers ${change('buffers', row)}, rows ${change('rows', row)}` }),
  );
}

/** Ten tenants fit on a page or two and are scanned whole; from this size on the planner chooses the same plan at both sizes. */
function plansAlike(middle: Measured, big: Measured): Figure[] {
  const rows = getRows(middle, big).filter((row) => !isAcross(row));
  return (['buffers', 'rows'] as const).map((by) => {
    const row = worst(by, rows);
    return atMost(row?.[by] ?? Number.NaN, 4, {
      name: `${by}, the worst of all ${rows.length} in a tenant, between two large sizes`,
      how: `${row?.name}: ${change(by, row)}; ${getSize(big)} against ${getSize(middle)}`,
    });
  });
}
