import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getUrl, phone, signIn, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';

const { newPage, complaints } = useBrowser();
/** Writes a screenshot if a folder for them is set. */
const look = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};
const part = (page: Page) => page.getByRole('region', { name: 'Por quê' });

/** A demo user, and a report of their unit that the service knows, without an identity, limited only by grants. */
async function scene() {
  const [row] = await query(
    `select r.id as report, r.title, u.id as person from users u join reports r on r.tenant_id = u.tenant_id
      where u.email = 'regional@vertice.test' and r.kind = 'powerbi' and not r.needs_identity and not r.hidden and r.embed_url is not null
        and not exists (select from groups g where g.id = r.group_id and (g.hidden or g.audience = 'chosen'))
        and not exists (select from subgroups s where s.id = r.subgroup_id and (s.hidden or s.audience = 'chosen'))
        and not exists (select from maintenance m where m.tenant_id = r.tenant_id and m.target_id in (r.id, r.group_id, r.subgroup_id))
          order by r.title
          limit 1`,
  );
  const { report, title, person } = row as { report: string; title: string; person: string }; // because the statement names them
  await query('delete from grants where report_id = $1', [report]);
  await query("update reports set restriction = 'none' where id = $1", [report]);
  return { report, title, person };
}

test('from a user to a report they cannot see, to the reason, and to granting access', async () => {
  const { report, title, person } = await scene();
  const page = await newPage({ viewport: { width: 1440, height: 900 } });
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', `/user?id=${person}&tab=groups`));
  await page.getByRole('combobox', { name: 'Explicar um relatório' }).fill(title);
  await page.getByRole('option', { name: title, exact: true }).click();
  await page.getByText('Helena Prado não vê este relatório').waitFor();
  expect(page.url()).toContain(`/${report}/management/view?tab=access&part=why&why=${person}`);
  await expect.poll(() => part(page).getByRole('combobox', { name: 'Pessoa' }).inputValue()).toBe('Helena Prado');
  const closing = part(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('img', { name: 'Impede' }) });
  await expect.poll(() => closing.allInnerTexts()).toEqual([expect.stringContaining('Nada dá a esta pessoa acesso ao relatório.')]);

  await part(page).getByRole('button', { name: 'Dar acesso' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Helena Prado').first().waitFor();
  // What the saved access changes on the page is read late, when the next drawer is open already.
  const late = Promise.withResolvers<void>();
  await page.route(`**/api/auth/reports/${report}/access`, async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+s');
  await page.getByText('Helena Prado vê este relatório').waitFor();
  await part(page).getByText('Acesso dado à pessoa.').waitFor();
  await part(page).getByRole('link', { name: 'Editar este acesso' }).click();
  await page.getByRole('dialog').getByText('Helena Prado').first().waitFor();
  const read = page.waitForResponse(`**/api/auth/reports/${report}/access`);
  late.resolve();
  await read;
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  // Nothing was changed by hand: leaving asks nothing.
  await page.keyboard.press('Escape');

  // Another user, by keyboard alone.
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  const field = part(page).getByRole('combobox', { name: 'Pessoa' });
  await field.fill('blocked@');
  await page.getByRole('option', { name: /Otávio Lins/ }).waitFor();
  await page.keyboard.press('Enter');
  await part(page).getByText('A pessoa está bloqueada.').first().waitFor();
  // The list doesn't stay open over the answer.
  await page.getByRole('option').first().waitFor({ state: 'hidden' });
  await part(page).getByText('Usuário bloqueado!').waitFor();
  expect(complaints).toEqual([]);
});

test('shows what the service refuses, and sets what a user sees in place, with values and roles of the dataset', async () => {
  const [row] = await query(
    `select r.id as report, u.id as person
      from users u join reports r on r.tenant_id = u.tenant_id
      where u.email = 'agent@vertice.test' and r.kind = 'powerbi' and r.needs_identity and r.verified and not r.hidden
      order by r.title
      limit 1`,
  );
  const { report, person } = row as { report: string; person: string }; // because the statement names them
  await query('delete from grants where report_id = $1', [report]);
  await query("update users set rls_username = 'Sul', rls_roles = '{}' where id = $1", [person]);
  await query(
    "insert into grants (tenant_id, id, report_id, subject, source) select tenant_id, gen_random_uuid(), id, 'everyone', 'manual' from reports where id = $1",
    [report],
  );
  const page = await newPage({ viewport: { width: 1440, height: 900 } });
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', `/${report}/management/view?tab=access&part=why&why=${person}`));
  await part(page)
    .getByText(/Falta o papel: a identidade Sul/)
    .first()
    .waitFor();

  await part(page)
    .getByRole('button', { name: /^Definir o que \S+ vê$/ })
    .click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Estes são os papéis do modelo.', { exact: false }).waitFor();
  await drawer.getByText('O modelo exige ao menos um papel.', { exact: false }).waitFor();
  const save = async () => {
    await page.keyboard.press('Control+s');
    await expect.poll(() => drawer.count()).toBe(0);
    await part(page)
      .getByText(/(?<! não) vê este relatório/)
      .first()
      .waitFor();
  };
  const value = drawer.getByRole('combobox', { name: 'Valor da identidade' }).or(drawer.getByLabel('Valor da identidade'));
  await expect.poll(() => value.first().inputValue()).toBe('');
  // Enter completes the value to the only suggestion that begins with it; the form isn't sent.
  await value.first().fill('Sud');
  await page.getByRole('option', { name: 'Sudeste' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => value.first().inputValue()).toBe('Sudeste');
  const pill = drawer.locator('.mantine-TagsInput-pill', { hasText: 'Regional' });
  await pill.waitFor();
  await look(page, 'why-repair');

  // A role that the dataset lacks is reported at once, and confirmed before it is saved.
  await drawer.getByLabel('Papéis do modelo').first().focus();
  await page.keyboard.press('Backspace');
  await expect.poll(() => pill.count()).toBe(0);
  await drawer.getByLabel('Papéis do modelo').first().fill('Reg');
  await page.getByRole('option', { name: 'Regional' }).waitFor();
  await page.keyboard.press('Enter');
  await pill.waitFor();
  await page.keyboard.press('Backspace');
  await drawer.getByLabel('Papéis do modelo').first().fill('Lojas');
  await page.keyboard.press('Enter');
  await drawer.getByText('O modelo não tem este papel: Lojas').waitFor();
  await drawer.getByRole('button', { name: 'Dar acesso' }).click();
  const asked = page.getByRole('dialog').filter({ hasText: 'O serviço de relatórios recusa esta identidade' });
  await asked.getByText('The role Lojas', { exact: false }).waitFor();
  await look(page, 'why-check');
  await asked.getByRole('button', { name: 'Salvar assim mesmo' }).click();
  await part(page).getByText('O serviço de relatórios recusou esta identidade', { exact: false }).first().waitFor();
  await look(page, 'why-refused');

  // The list of who sees the report names the refusal too, and leads back to the reason.
  await page.getByRole('button', { name: 'Quem vê' }).click();
  const people = page.getByRole('region', { name: 'Quem vê' });
  const camila = people.getByRole('listitem').filter({ hasText: 'agent@vertice.test' });
  await people.getByLabel('Buscar pessoa').fill('agent@');
  await people.getByText('Nada corresponde à busca').waitFor();
  await people.getByRole('button', { name: /^Não conseguem abrir/ }).click();
  await camila.getByText('O serviço de relatórios recusou esta identidade', { exact: true }).waitFor();
  await look(page, 'who-refused');
  await camila.getByRole('button', { name: /^Por que / }).click();
  await part(page).getByText('O serviço de relatórios recusou esta identidade', { exact: false }).first().waitFor();

  // The same control fixes the access that was just given; "everything" is a role without a filter.
  await part(page)
    .getByRole('button', { name: /^Definir o que \S+ vê$/ })
    .click();
  await drawer.getByRole('radio', { name: 'Tudo' }).check();
  await drawer.getByRole('button', { name: /^Ver como / }).click();
  await page.getByText('· Diretoria', { exact: false }).waitFor();
  await page.locator('.preview-frame iframe').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('.preview-frame').count()).toBe(0);
  await save();

  // Where the user's own identity is what doesn't work, the form offers the rows at once.
  await query('update grants set identity = null where report_id = $1 and user_id = $2', [report, person]);
  await page.reload();
  await part(page)
    .getByRole('button', { name: /^Definir o que \S+ vê$/ })
    .click();
  await value.first().fill('Sud');
  await page.getByRole('option', { name: 'Sudeste' }).click();
  await save();
  expect(complaints).toEqual([]);
}, 120_000);

test('fits a phone without sideways scrolling', async () => {
  const { report, person } = await scene();
  for (const viewport of [phone, { width: 320, height: 700 }]) {
    const page = await newPage({ viewport });
    await signIn(page, 'vertice', 'admin@vertice.test');
    await page.goto(getUrl('vertice', `/${report}/management/view?tab=access&part=why&why=${person}`));
    await part(page).getByText('Nada dá a esta pessoa acesso ao relatório.').first().waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
  }
  expect(complaints).toEqual([]);
});
