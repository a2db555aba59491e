import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { faqLimits } from '../../domain/faq/limits.ts';
import { parseMarkdown } from '../../domain/rich-text/markdown.ts';
import { api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import { makeFaqEntry } from '../support/make-faq.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const path = '/api/auth/faq';
const words = (question: string, answer = 'Em **Configurações**.') => ({ question, answer: parseMarkdown(answer) });
const entry = { texts: { 'pt-BR': words('Onde troco minha senha?') }, audience: 'public' };

/** A platform, its partner and the partner's unit, with a question in each that applies below and one that doesn't. */
async function layers() {
  const platform = await makeTenant({ kind: 'platform' });
  const partner = await makeTenant({ kind: 'partner', parent: platform });
  const unit = await makeTenant({ parent: partner });
  for (const [tenant, name] of [
    [platform, 'Plataforma'],
    [partner, 'Parceiro'],
    [unit, 'Unidade'],
  ] as const) {
    await makeFaqEntry(tenant, { question: `${name} abaixo`, below: tenant !== unit });
    await makeFaqEntry(tenant, { question: `${name} aqui`, position: 1 });
    await makeFaqEntry(tenant, { question: `${name} com sessão`, below: tenant !== unit, audience: 'signed_in', position: 2 });
  }
  return { platform, partner, unit };
}
const asked = (body: { items: { question: string }[] }) => body.items.map(({ question }) => question);

describe('a question', () => {
  test('is written, changed, ordered and deleted by administrators alone, and recorded', async () => {
    const unit = await makeTenant();
    const asAdmin = await getApi(harness, unit, await makeUser(unit, { profile: 'admin' }));
    const asUser = await getApi(harness, unit, await makeUser(unit));
    const { id } = (await asAdmin.post(path, entry)).body;
    const second = (await asAdmin.post(path, { texts: { es: words('¿Dónde?') } })).body.id;
    const list = (await asAdmin.get(path)).body;
    expect(list).toMatchObject({ room: faqLimits.perTenant - 2, editable: true });
    expect(list.items).toMatchObject([
      {
        id,
        language: 'pt-BR',
        question: 'Onde troco minha senha?',
        audience: 'public',
        from: null,
        vote: null,
        votes: { helped: 0, notHelped: 0 },
      },
      { id: second, language: 'es', audience: 'signed_in', gaps: ['pt-BR', 'en-US', 'pt-PT'] },
    ]);
    expect((await asAdmin.put(`${path}/order`, { ids: [second, id] })).status).toBe(200);
    expect((await asAdmin.get(path)).body.items.map((item: { id: string }) => item.id)).toEqual([second, id]);
    expect((await asAdmin.put(`${path}/order`, { ids: [id] })).body.status).toBe('changed_meanwhile');
    expect((await asAdmin.put(`${path}/order`, { ids: [id, id] })).status).toBe(422);

    const edited = await asAdmin.put(`${path}/${id}`, { version: 1, audience: 'signed_in' });
    expect(edited.body).toEqual({ id, version: 2 });
    expect((await asAdmin.put(`${path}/${id}`, { version: 1, audience: 'public' })).body.status).toBe('changed_meanwhile');
    expect((await asAdmin.get(`${path}/${id}`)).body).toMatchObject({ texts: entry.texts, audience: 'signed_in', version: 2 });
    expect((await asAdmin.get(`${path}/${id}/history`)).body.items).toMatchObject([
      { what: 'faq.edit', before: { audience: 'public' }, after: { audience: 'signed_in' } },
      { what: 'faq.add', after: { questions: { 'pt-BR': 'Onde troco minha senha?' }, answers: { 'pt-BR': 'Em Configurações.' } } },
    ]);
    for (const refused of [asUser.post(path, entry), asUser.get(`${path}/${id}`), asUser.delete(`${path}/${id}`)])
      expect((await refused).status).toBe(403);
    expect((await asUser.get(path)).body).toMatchObject({ editable: false, items: [{ votes: null }, { votes: null }] });

    expect((await asAdmin.delete(`${path}/${id}`)).status).toBe(200);
    expect((await asAdmin.delete(`${path}/${id}`)).status).toBe(404);
    expect(await query("select what from audit where tenant_id = $1 and what like 'faq.%' order by at", [unit.id])).toEqual(
      ['faq.add', 'faq.add', 'faq.order', 'faq.edit', 'faq.delete'].map((what) => ({ what })),
    );
  });

  test.each<[string, object, string]>([
    ['without a language', { texts: {} }, 'required'],
    ['without an answer', { texts: { es: { question: 'x', answer: [] } } }, 'required'],
    ['with an answer of spaces', { texts: { es: { question: 'x', answer: [{ type: 'p', content: [{ text: ' ' }] }] } } }, 'required'],
    [
      'with a script address',
      {
        texts: {
          es: { question: 'x', answer: [{ type: 'p', content: [{ type: 'a', href: 'javascript:alert(1)', content: [{ text: 'x' }] }] }] },
        },
      },
      'invalid',
    ],
    ['with HTML', { texts: { es: { question: 'x', answer: '<p>x</p>' } } }, 'invalid'],
    [
      'that is too long',
      { texts: { es: { question: 'x', answer: [{ type: 'p', content: [{ text: 'x'.repeat(20_001) }] }] } } },
      'too_long',
    ],
    ['in a language of no one', { texts: { fr: words('Où ?') } }, ''],
    ['of a unit for the layers below', { ...entry, below: true }, ''],
  ])('%s is refused', async (_what, body) => {
    const unit = await makeTenant();
    const asAdmin = await getApi(harness, unit, await makeUser(unit, { profile: 'admin' }));
    expect((await asAdmin.post(path, body)).status).toBe(422);
    expect(await query('select 1 from faq_entries where tenant_id = $1', [unit.id])).toEqual([]);
  });

  test('keeps every hostile text as it was written', async () => {
    const unit = await makeTenant();
    const asAdmin = await getApi(harness, unit, await makeUser(unit, { profile: 'admin' }));
    const answer = parseMarkdown(hostileTexts.map((text) => `\`\`\`\`\`\n${text}\n\`\`\`\`\``).join('\n\n'));
    const { id } = (await asAdmin.post(path, { texts: { es: { question: '<script>x</script>', answer } } })).body;
    expect((await asAdmin.get(`${path}/${id}`)).body.texts.es).toEqual({ question: '<script>x</script>', answer });
  });

  test('is one of at most 200 of its tenant, even if several add at the same time', async () => {
    const unit = await makeTenant();
    const asAdmin = await getApi(harness, unit, await makeUser(unit, { profile: 'admin' }));
    await query(
      `insert into faq_entries (tenant_id, id, audience, position, texts)
        select $1, gen_random_uuid(), 'public', n, '{"es":{"question":"x","answer":[]}}' from generate_series(1, $2::int) n`,
      [unit.id, String(faqLimits.perTenant - 2)],
    );
    const answers = await Promise.all(Array.from({ length: 8 }, () => asAdmin.post(path, entry)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    const [{ n, places }] = (await query(
      'select count(*)::int as n, count(distinct position)::int as places from faq_entries where tenant_id = $1',
      [unit.id],
    )) as [{ n: number; places: number }];
    expect([n, places]).toEqual([faqLimits.perTenant, faqLimits.perTenant]);
  });
});

describe('who reads it', () => {
  test('a user reads the own questions, then those from above that apply below', async () => {
    const { unit, partner } = await layers();
    const asUser = await getApi(harness, unit, await makeUser(unit));
    const { body } = await asUser.get(path);
    expect(asked(body)).toEqual([
      ...['Unidade abaixo', 'Unidade aqui', 'Unidade com sessão'],
      ...['Parceiro abaixo', 'Parceiro com sessão', 'Plataforma abaixo', 'Plataforma com sessão'],
    ]);
    expect(body.items.map(({ from }: { from: string | null }) => from)).toEqual([
      null,
      null,
      null,
      'partner',
      'partner',
      'platform',
      'platform',
    ]);
    const asMaster = await getApi(harness, partner, await makeUser(partner, { profile: 'master' }));
    expect(asked((await asMaster.get(path)).body)).toEqual([
      ...['Parceiro abaixo', 'Parceiro aqui', 'Parceiro com sessão', 'Plataforma abaixo', 'Plataforma com sessão'],
    ]);
  });

  test('without a session only public questions of the host, and an unknown host says nothing', async () => {
    const { unit, platform } = await layers();
    await layers();
    const at = async (tenant: { host: string }) => (await api(harness, tenant as typeof unit).get('/api/faq')).body;
    expect(asked(await at(unit))).toEqual(['Unidade abaixo', 'Unidade aqui', 'Parceiro abaixo', 'Plataforma abaixo']);
    expect(asked(await at(platform))).toEqual(['Plataforma abaixo', 'Plataforma aqui']);
    const unknown = await at({ ...unit, host: `nada-${randomUUID().slice(0, 8)}.localhost` } as typeof unit);
    expect(JSON.stringify(unknown)).not.toContain('Plataforma');
    expect(unknown.items).toBeUndefined();
  });

  test('the words fall back as a whole to the tenant’s language', async () => {
    const unit = await makeTenant();
    const asUser = await getApi(harness, unit, await makeUser(unit));
    const { id } = await makeFaqEntry(unit, { question: 'Como?' });
    await query(`update faq_entries set texts = texts || '{"es":{"question":"¿Cómo?","answer":[]}}' where id = $1`, [id]);
    for (const [language, question] of [
      ['es', '¿Cómo?'],
      ['en-US', 'Como?'],
    ])
      expect(asked((await asUser.get(`${path}?language=${language}`)).body)).toEqual([question]);
  });

  test('a tenant can’t change a question of the layer above', async () => {
    const { unit, partner } = await layers();
    const asAdmin = await getApi(harness, unit, await makeUser(unit, { profile: 'admin' }));
    const [{ id }] = (await query('select id from faq_entries where tenant_id = $1 and below limit 1', [partner.id])) as [{ id: string }];
    expect((await asAdmin.put(`${path}/${id}`, { version: 1, audience: 'public' })).status).toBe(404);
    expect((await asAdmin.delete(`${path}/${id}`)).status).toBe(404);
  });
});

describe('"Did this help?"', () => {
  const counts = (id: string) => query('select helped, not_helped from faq_entries where id = $1', [id]);

  test('is answered once by each person, changed and taken back', async () => {
    const unit = await makeTenant();
    const { id } = await makeFaqEntry(unit);
    const [asUser, asOther] = [await getApi(harness, unit, await makeUser(unit)), await getApi(harness, unit, await makeUser(unit))];
    const vote = (by: typeof asUser, helped: boolean | null) => by.post(`${path}/${id}/vote`, { helped });
    await Promise.all([vote(asUser, true), vote(asUser, true), vote(asUser, true), vote(asOther, true)]);
    expect(await counts(id)).toEqual([{ helped: 2, not_helped: 0 }]);
    expect((await asUser.get(path)).body.items).toMatchObject([{ vote: true }]);
    await vote(asUser, false);
    expect(await counts(id)).toEqual([{ helped: 1, not_helped: 1 }]);
    await vote(asUser, null);
    expect(await counts(id)).toEqual([{ helped: 1, not_helped: 0 }]);
    expect(await query('select helped from faq_votes where entry_id = $1', [id])).toEqual([{ helped: true }]);
    await query('delete from faq_entries where id = $1', [id]);
    expect(await query('select helped from faq_votes where entry_id = $1', [id])).toEqual([]);
  });

  test('reaches a question of a layer above, and no question that the person doesn’t see', async () => {
    const { unit, partner } = await layers();
    const asUser = await getApi(harness, unit, await makeUser(unit));
    const [below, here] = (await query('select id from faq_entries where tenant_id = $1 order by position', [partner.id])) as {
      id: string;
    }[];
    expect((await asUser.post(`${path}/${below?.id}/vote`, { helped: false })).status).toBe(200);
    expect(await counts(below?.id ?? '')).toEqual([{ helped: 0, not_helped: 1 }]);
    for (const id of [here?.id, randomUUID()]) expect((await asUser.post(`${path}/${id}/vote`, { helped: true })).status).toBe(404);
  });
});
