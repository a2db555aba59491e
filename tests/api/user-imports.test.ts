import { describe, expect, test } from 'vitest';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeUserGroup } from '../support/make-content.ts';
import { makeFactor } from '../support/make-factor.ts';
import { makeUser } from '../support/make-user.ts';
import { draft, ended, importScene, manyPeople, path, people, read, rows, upload } from './user-imports-scene.ts';

const harness = useHarness();
const codes = (row: { problems: { field: string; code: string }[] }) => row.problems.map(({ field, code }) => `${field} ${code}`);

describe('a file of users', () => {
  test('goes from upload to users in groups, who are invited and announced', async () => {
    const scene = await importScene(harness);
    await makeUserGroup(scene.tenant, { name: 'Vendas' });
    const sent = await upload(
      scene,
      'Nome;E-mail;Telefone;Departamento;Cargo;Perfil;Grupo;Idioma;Válido até\r\nBeatriz Camargo;Beatriz.Camargo@vertice.test;(11) ' +
        '98123-4410;Comercial;Gerente;Administrador;vendas;Espanhol;31/12/2099\r\nCarla ' +
        'Meireles;carla@vertice.test;;Logística;Motorista;;VENDAS;;\r\n',
    );
    expect(sent, sent.text).toMatchObject({ status: 200, body: { state: 'mapping' } });
    const { id } = sent.body;
    const whole = await read(scene, id);
    expect(whole).toMatchObject({
      ...{
        name: 'pessoas.csv',
        state: 'mapping',
        headerRow: 1,
        total: 2,
        mine: true,
        before: null,
        profiles: ['admin', 'user'],
        groups: ['Vendas'],
      },
      mapping: ['name', 'email', 'phone', 'department', 'position', 'profile', 'groups', 'language', 'expiresAt'],
      choices: { update: false, makeGroups: false, invite: true },
    });
    expect(whole.samples[0]).toEqual(['Beatriz Camargo', 'Carla Meireles']);
    const mapped = await scene.client.put(path(id, '/mapping'), { mapping: whole.mapping, choices: {}, fixed: { language: 'pt-PT' } });
    expect(mapped, mapped.text).toMatchObject({ status: 200, body: { counts: { read: 2, ready: 2, problems: 0, added: 2, updated: 0 } } });
    const started = await scene.client.post(path(id, '/start'), {});
    expect(started, started.text).toMatchObject({ status: 200, body: { rows: 2 } });
    expect(await ended(id)).toEqual({ state: 'done', succeeded: 2, failed: 0, total: 2 });
    const [beatriz, carla] = (await people(scene)).filter(({ email }) => String(email).endsWith('vertice.test'));
    expect(beatriz).toMatchObject({
      name: 'Beatriz Camargo',
      email: 'beatriz.camargo@vertice.test',
      phone: '+5511981234410',
      profile: 'admin',
      status: 'A',
      language: 'es',
      position: 'manager',
    });
    expect(new Date(String(beatriz?.expires_at)).toISOString()).toBe('2100-01-01T02:59:00.000Z');
    expect(carla).toMatchObject({ profile: 'user', language: 'pt-PT', position: 'Motorista', phone: null, expires_at: null });
    const members = 'select count(*)::int as n from user_group_members where tenant_id = $1';
    expect(await query(members, [scene.tenant.id])).toEqual([{ n: 2 }]);
    expect(
      await query("select user_id, vars from notifications where tenant_id = $1 and kind = 'users_imported'", [scene.tenant.id]),
    ).toEqual([{ user_id: scene.admin.id, vars: { file: 'pessoas.csv', succeeded: 2, failed: 0 } }]);
    const audit = await query('select what, count(*)::int as n from audit where tenant_id = $1 group by what order by what', [
      scene.tenant.id,
    ]);
    expect(audit).toEqual(
      [
        ['user.add', 2],
        ['user_import.done', 1],
        ['user_import.map', 1],
        ['user_import.start', 1],
        ['user_import.upload', 1],
      ].map(([what, n]) => ({ what, n })),
    );
    const list = await scene.client.get('/api/auth/user-imports');
    expect(list.body.items).toMatchObject([{ id, state: 'done', succeeded: 2, failed: 0, addedBy: 'Ana Nunes' }]);
    expect(
      (await rows(scene, id, 'success')).map(({ state, userId }: { state: string; userId: string }) => [state, Boolean(userId)]),
    ).toEqual([
      ['success', true],
      ['success', true],
    ]);
  });

  test('shows each error at its cell, can be corrected there, and frees what it collided with', async () => {
    const scene = await importScene(harness);
    await makeUser(scene.tenant, { email: 'caio@vertice.test' });
    const file = [
      'Nome,E-mail,Telefone,Grupo',
      'Bruno Tavares,bruno@verticealimentos,(11) 97755-0192,',
      'Caio Fontenele,CAIO@vertice.test,,',
      'Davi Monteiro,davi@vertice.test,9640,',
      'Fábio Queiroz,fabio@vertice.test,,Turno B',
      'João Reis,joao@vertice.test,11 98877-1200,',
      'Joa\u0303o Outro,JOAO@VÉRTICE.test,11988771200,',
      'Outro João,ｊｏａｏ@vertice.test,,',
      '=1+1,soma@vertice.test,,',
      ',vazio@vertice.test,,',
    ].join('\n');
    const id = await draft(scene, file);
    const found = Object.fromEntries((await rows(scene, id)).map((row: { n: number; problems: [] }) => [row.n, codes(row)]));
    expect(found).toEqual({
      2: ['email email_domain'],
      3: ['email email_taken'],
      4: ['phone phone_short'],
      5: ['groups group_unknown'],
      6: [],
      7: ['phone phone_repeated'],
      8: ['email email_repeated'],
      9: ['name formula'],
      10: ['name required'],
    });
    expect((await read(scene, id)).counts).toMatchObject({ read: 9, ready: 1, problems: 8 });
    const refused = await scene.client.post(path(id, '/start'), {});
    expect(refused).toMatchObject({ status: 409, body: { status: 'import_rows_invalid', vars: { count: 8 } } });
    const mended = await scene.client.put(path(id, '/rows/2'), { values: { email: 'bruno@vertice.test' } });
    expect(mended.body).toMatchObject({
      row: { n: 2, problems: [], values: { email: 'bruno@vertice.test' } },
      counts: { ready: 2, problems: 7 },
    });
    // Row 6 is removed: the number that row 7 shared with it is free.
    const removed = await scene.client.post(path(id, '/rows/remove'), { rows: [6] });
    expect(removed.body).toMatchObject({ changed: [6], counts: { removed: 1 } });
    expect(codes((await rows(scene, id)).find((row: { n: number }) => row.n === 7))).toEqual([]);
    expect((await scene.client.post(path(id, '/rows/remove'), { rows: [6], removed: false })).body.changed).toEqual([6]);
    expect(codes((await rows(scene, id)).find((row: { n: number }) => row.n === 7))).toEqual(['phone phone_repeated']);
    const file2 = await scene.client.get(path(id, '/result?only=problems'));
    expect(file2.body.rows).toBe(7);
    expect(file2.body.csv).toContain("'=1+1");
    expect(file2.body.csv).toContain('Este e-mail já existe.');
    const started = await scene.client.post(path(id, '/start'), { ignore: true });
    expect(started, started.text).toMatchObject({ status: 200, body: { rows: 2 } });
    expect(await ended(id)).toMatchObject({ state: 'done', succeeded: 2, failed: 7 });
    expect((await rows(scene, id, 'failed')).length).toBe(7);
    // A finished import returns to the review: added users stay.
    expect((await scene.client.post(path(id, '/reopen'), {})).status).toBe(200);
    expect((await read(scene, id)).counts).toMatchObject({ pending: 7, success: 2, problems: 7 });
    expect((await scene.client.put(path(id, '/rows/10'), { values: { name: 'Vânia' } })).body.row.problems).toEqual([]);
    expect((await scene.client.put(path(id, '/rows/2'), { values: { name: 'X' } })).body.status).toBe('changed_meanwhile');
  });

  test('creates groups and changes users only if those boxes are ticked', async () => {
    const scene = await importScene(harness);
    const known = await makeUser(scene.tenant, { email: 'elisa@vertice.test', name: 'Elisa', profile: 'admin' });
    const file =
      'Nome;E-mail;Departamento;Grupos\nElisa Brandão;elisa@vertice.test;Indústria;Fábrica Sul;\nNova;nova@vertice.test;;"Fábrica Sul; Turno B"';
    const id = await draft(scene, file, { update: true, makeGroups: true }, { profile: 'user', groups: ['Todos'] });
    const whole = await read(scene, id);
    expect(whole).toMatchObject({ counts: { ready: 2, warnings: 2, added: 1, updated: 1 }, newGroups: ['Fábrica Sul', 'Turno B'] });
    await scene.client.post(path(id, '/start'), {});
    expect(await ended(id)).toMatchObject({ succeeded: 2 });
    expect((await people(scene)).find(({ email }) => email === known.email)).toMatchObject({
      name: 'Elisa Brandão',
      department: 'Indústria',
      profile: 'admin',
    });
    const groups = await query(
      `select g.name, count(m.user_id)::int as n
        from user_groups g left join user_group_members m on m.user_group_id = g.id
        where g.tenant_id = $1
        group by g.name
        order by g.name`,
      [scene.tenant.id],
    );
    expect(groups).toEqual([
      { name: 'Fábrica Sul', n: 2 },
      { name: 'Todos', n: 2 },
      { name: 'Turno B', n: 1 },
    ]);
    const invited = await query('select count(*)::int as n from users where tenant_id = $1 and invited_at is not null', [scene.tenant.id]);
    expect(invited).toEqual([{ n: 1 }]);
  });

  test('stops exactly at the limit in the middle of a batch, and the rest is retried when there are seats', async () => {
    const scene = await importScene(harness, { userLimit: 15 });
    await makeUserGroup(scene.tenant, { name: 'Vendas' });
    const id = await draft(scene, manyPeople(40));
    expect((await read(scene, id)).seats).toEqual({ left: 14, over: 26 });
    await scene.client.post(path(id, '/start'), {});
    expect(await ended(id)).toEqual({ state: 'done', succeeded: 14, failed: 26, total: 40 });
    const failed = await rows(scene, id, 'failed');
    expect([failed[0].n, codes(failed[0])]).toEqual([16, ['email user_limit_reached']]);
    await query('update tenants set user_limit = 100 where id = $1', [scene.tenant.id]);
    await scene.client.post(path(id, '/reopen'), {});
    expect((await scene.client.post(path(id, '/start'), {})).body.rows).toBe(26);
    expect(await ended(id)).toMatchObject({ succeeded: 40, failed: 0 });
    expect(await query('select users_used from tenants where id = $1', [scene.tenant.id])).toEqual([{ users_used: 41 }]);
  });

  test('sent twice adds nothing twice; six tabs at once make one draft, and one start begins', async () => {
    const scene = await importScene(harness);
    await makeUserGroup(scene.tenant, { name: 'Vendas' });
    const file = manyPeople(30);
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(scene, file)));
    const ids = new Set(answers.map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    const id = await draft(scene, file);
    expect(ids.has(id)).toBe(true);
    const starts = await Promise.all(Array.from({ length: 6 }, () => scene.client.post(path(id, '/start'), {})));
    expect(starts.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(starts.filter(({ status }) => status === 409)).toHaveLength(5);
    await ended(id);
    const again = await draft(scene, file);
    expect(again).not.toBe(id);
    expect(await read(scene, again)).toMatchObject({ counts: { success: 30, pending: 0, problems: 0 }, before: { id, succeeded: 30 } });
    expect((await scene.client.post(path(again, '/start'), {})).body.status).toBe('import_no_rows');
    expect((await people(scene)).length).toBe(31);
  }, 120_000);

  test('remembers in the unit the mapping of columns, including ignored ones', async () => {
    const scene = await importScene(harness);
    const first = await upload(scene, 'Pessoa;Contato;Setor\nAna;ana@vertice.test;X');
    // An unknown heading is no obstacle where the cells are e-mail addresses.
    expect((await read(scene, first.body.id)).mapping).toEqual([null, 'email', 'department']);
    const missing = await scene.client.put(path(first.body.id, '/mapping'), { mapping: [null, 'email', null], choices: {}, fixed: {} });
    expect(missing).toMatchObject({ status: 422, body: { status: 'import_mapping', vars: { target: 'name', reason: 'missing' } } });
    const twice = await scene.client.put(path(first.body.id, '/mapping'), { mapping: ['name', 'email', 'email'], choices: {}, fixed: {} });
    expect(twice).toMatchObject({ status: 422, body: { status: 'import_mapping', vars: { target: 'email', reason: 'twice' } } });
    expect(
      (await scene.client.put(path(first.body.id, '/mapping'), { mapping: ['name', 'email', null], choices: {}, fixed: {} })).status,
    ).toBe(200);
    const second = await upload(scene, 'PESSOA;contato;Setor\nBia;bia@vertice.test;Y');
    expect((await read(scene, second.body.id)).mapping).toEqual(['name', 'email', null]);
  });

  test('leads to a user group: everyone it added or updated joins at once, and no one of another unit’s import', async () => {
    const [scene, other] = [await importScene(harness), await importScene(harness)];
    const known = await makeUser(scene.tenant, { email: 'bia@vertice.test', name: 'Bia' });
    const left = await makeUser(scene.tenant, { email: 'davi@vertice.test' });
    const id = await draft(scene, 'Nome;E-mail\nAna;ana@vertice.test\nBia;bia@vertice.test\nCaio;caio@vertice\n', { update: true });
    await scene.client.post(path(id, '/start'), { ignore: true });
    expect(await ended(id)).toMatchObject({ succeeded: 2, failed: 1 });
    const { id: group } = await makeUserGroup(scene.tenant, { name: 'Vendas' });
    const join = (client = scene.client) => client.post(`/api/auth/user-groups/${group}/members`, { filter: { userImport: id } });
    expect((await join()).body).toMatchObject({ added: 2, existing: 0 });
    expect((await join()).body).toMatchObject({ added: 0, existing: 2 });
    expect((await join(other.client)).status).toBe(404);
    const { id: elsewhere } = await makeUserGroup(other.tenant, { name: 'Vendas' });
    const foreign = await other.client.post(`/api/auth/user-groups/${elsewhere}/members`, { filter: { userImport: id } });
    expect(foreign.body).toMatchObject({ added: 0, existing: 0 });
    const members = await query('select user_id from user_group_members where user_group_id = $1', [group]);
    expect(members.map(({ user_id }) => user_id)).toContain(known.id);
    expect(members.map(({ user_id }) => user_id)).not.toContain(left.id);
  });

  test('may have a title above its header row; rows above are not users', async () => {
    const scene = await importScene(harness);
    const { body } = await upload(scene, 'Relatório de contratações;;\n;;\nNome;E-mail;Cargo\nAna;ana@vertice.test;Analista\n');
    expect(await read(scene, body.id)).toMatchObject({ headerRow: 3, total: 1, headers: ['Nome', 'E-mail', 'Cargo'] });
    expect((await scene.client.put(path(body.id, '/header'), { row: 1 })).status).toBe(200);
    expect(await read(scene, body.id)).toMatchObject({ headerRow: 1, total: 2, mapping: [null, null, null] });
    expect((await scene.client.put(path(body.id, '/header'), { row: 4 })).body).toMatchObject({
      status: 'import_file_refused',
      vars: { reason: 'no_people' },
    });
    expect((await scene.client.put(path(body.id, '/header'), { row: 2 })).status).toBe(404);
    const records = await query("select change from audit where row_id = $1 and what = 'user_import.header'", [body.id]);
    expect(records).toEqual([{ change: { row: 1 } }]);
  });

  test('is deleted with its rows, but not while it runs; the users stay', async () => {
    const scene = await importScene(harness);
    const id = await draft(scene, 'Nome;E-mail\nAna;ana@vertice.test\n');
    await query("update user_imports set state = 'running', taken_until = now() + interval '1 minute' where id = $1", [id]);
    expect(await scene.client.delete(path(id))).toMatchObject({ status: 409, body: { status: 'changed_meanwhile' } });
    await query("update user_imports set state = 'review', taken_until = null where id = $1", [id]);
    expect((await scene.client.post(path(id, '/start'))).status).toBe(200);
    await ended(id);
    expect((await scene.client.delete(path(id))).status).toBe(200);
    expect(await query('select 1 from user_import_rows where import_id = $1', [id])).toEqual([]);
    expect((await people(scene)).map(({ email }) => email)).toContain('ana@vertice.test');
    const records = await query("select change from audit where row_id = $1 and what = 'user_import.forget'", [id]);
    expect(records).toEqual([{ change: { name: 'pessoas.csv', succeeded: 1 } }]);
    expect((await scene.client.delete(path(id))).status).toBe(404);
  });
});

describe('the template', () => {
  test.each(['csv', 'xlsx'])('as %s is recognized by the next step', async (format) => {
    const scene = await importScene(harness);
    const { body, status, text } = await scene.client.get(`/api/auth/user-imports/template?format=${format}`, {
      headers: { lang: 'pt-BR' },
    });
    expect(status, text).toBe(200);
    const bytes = Uint8Array.from(atob(body.base64), (letter) => letter.charCodeAt(0));
    expect(body.filename).toBe(`modelo-importacao-usuarios.${format}`);
    const sent = await upload(scene, bytes, { name: body.filename });
    expect(sent.body).toMatchObject({ status: 'import_file_refused', vars: { reason: 'no_people' } });
    if (format === 'csv') {
      const filled = new TextDecoder().decode(bytes).trimEnd();
      const { id } = (await upload(scene, `${filled}\r\nAna;ana@vertice.test;;;;;;;\r\n`)).body;
      expect((await read(scene, id)).mapping).toEqual([
        'name',
        'email',
        'phone',
        'department',
        'position',
        'profile',
        'groups',
        'language',
        'expiresAt',
      ]);
    }
  });
});

test('an import that makes administrators or changes users needs a fresh factor; one of ordinary users does not', async () => {
  const scene = await importScene(harness);
  await makeFactor(scene.admin);
  const start = (id: string) => scene.client.post(path(id, '/start'), {});
  const csv = (name: string) => `nome;email\n${name};${name.toLowerCase()}@import.test\n`;
  for (const id of [await draft(scene, csv('Bruna'), {}, { profile: 'admin' }), await draft(scene, csv('Caio'), { update: true })])
    expect(await start(id)).toMatchObject({ status: 403, body: { status: 'factor_due' } });
  expect((await start(await draft(scene, csv('Dora')))).status).toBe(200);
  await query('update sessions set factor_at = now() where user_id = $1', [scene.admin.id]);
  expect((await start(await draft(scene, csv('Bruno'), {}, { profile: 'admin' }))).status).toBe(200);
});

test('before it runs, an import shows how many administrators it would create, and in which rows', async () => {
  const scene = await importScene(harness);
  await makeUser(scene.tenant, { name: 'Caio Prado', email: 'caio@vertice.test' });
  const file = [
    'Nome;E-mail;Perfil',
    'Bruna Reis;bruna@vertice.test;Administrador',
    'Davi Melo;davi@vertice.test;',
    'Caio Prado;caio@vertice.test;Administrador',
    'Enzo;enzo;Administrador',
  ];
  const one = await draft(scene, file.join('\r\n'), { update: true });
  // Existing users keep their profile, and a row with an error adds no one.
  expect((await read(scene, one)).administrators).toEqual({ count: 1, rows: [{ n: 2, name: 'Bruna Reis' }] });
  const plain = await draft(scene, manyPeople(3), { makeGroups: true });
  expect((await read(scene, plain)).administrators).toEqual({ count: 0, rows: [] });
  const all = await draft(scene, manyPeople(12, 50), { makeGroups: true }, { profile: 'admin' });
  const { administrators } = await read(scene, all);
  expect([administrators.count, administrators.rows.length, administrators.rows[0]]).toEqual([12, 10, { n: 2, name: 'Pessoa 50' }]);
});
