import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { phone, signInByForm, urlOf, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';

const { newPage, complaints } = useBrowser();
const part = (page: Page) => page.getByRole('region', { name: 'Por quê' });

/** A person of the demo, and a report of his unit that the service knows, asks for no identity, and only its grants limit. */
async function scene() {
  const [row] = await query(
    `select r.id as report, r.title, u.id as person from users u join reports r on r.tenant_id = u.tenant_id
      where u.email = 'regional@vertice.test' and r.kind = 'powerbi' and not r.needs_identity and not r.hidden and r.embed_url is not null
        and not exists (select from groups g where g.id = r.group_id and (g.hidden or g.audience = 'chosen'))
        and not exists (select from subgroups s where s.id = r.subgroup_id and (s.hidden or s.audience = 'chosen'))
        and not exists (select from maintenance m where m.tenant_id = r.tenant_id and m.target_id in (r.id, r.group_id, r.subgroup_id)) order by r.title limit 1`,
  );
  const { report, title, person } = row as { report: string; title: string; person: string }; // because the statement names them
  await query('delete from grants where report_id = $1', [report]);
  await query("update reports set restriction = 'none' where id = $1", [report]);
  return { report, title, person };
}

test('from a person to a report he does not see, to why, and to the access that mends it', async () => {
  const { report, title, person } = await scene();
  const page = await newPage({ viewport: { width: 1440, height: 900 } });
  await signInByForm(page, 'vertice', 'admin@vertice.test');
  await page.goto(urlOf('vertice', `/user?id=${person}&tab=groups`));
  await page.getByRole('combobox', { name: 'Explicar um relatório' }).fill(title);
  await page.getByRole('option', { name: title, exact: true }).click();
  await page.getByText('Helena Prado não vê este relatório').waitFor();
  expect(page.url()).toContain(`/${report}/management/view?tab=access&part=why&why=${person}`);
  expect(await part(page).getByRole('combobox', { name: 'Pessoa' }).inputValue()).toBe('Helena Prado');
  const closing = part(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('img', { name: 'Impede' }) });
  expect(await closing.allInnerTexts()).toEqual([expect.stringContaining('Nenhum acesso leva esta pessoa ao relatório.')]);

  await part(page).getByRole('button', { name: 'Dar acesso' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Helena Prado').first().waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('Helena Prado vê este relatório').waitFor();
  await part(page).getByText('Acesso dado à pessoa.').waitFor();
  await part(page).getByRole('link', { name: 'Editar este acesso' }).click();
  await page.getByRole('dialog').getByText('Helena Prado').first().waitFor();
  await page.keyboard.press('Escape');

  // Another person, by the keyboard alone.
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  const field = part(page).getByRole('combobox', { name: 'Pessoa' });
  await field.fill('blocked@');
  await page.getByRole('option', { name: /Otávio Lins/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await part(page).getByText('A pessoa está bloqueada.').first().waitFor();
  await part(page).getByText('Usuário bloqueado!').waitFor();
  expect(complaints).toEqual([]);
});

test('is read on a phone without scrolling sideways', async () => {
  const { report, person } = await scene();
  for (const viewport of [phone, { width: 320, height: 700 }]) {
    const page = await newPage({ viewport });
    await signInByForm(page, 'vertice', 'admin@vertice.test');
    await page.goto(urlOf('vertice', `/${report}/management/view?tab=access&part=why&why=${person}`));
    await part(page).getByText('Nenhum acesso leva esta pessoa ao relatório.').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
  }
  expect(complaints).toEqual([]);
});
