import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getUrl, phone, signIn, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';

const { newPage, complaints } = useBrowser();
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).first().waitFor();
const region = (page: Page, name: string) => page.getByRole('region', { name });

/** A demo report whose dataset requires an identity, or has no RLS. */
async function findReport(host: string, needsIdentity: boolean): Promise<string> {
  const [row] = await query(
    `select r.id
      from reports r join domains d on d.tenant_id = r.tenant_id
      where d.host like $1 || '.%' and r.kind = 'powerbi' and r.needs_identity = $2 and r.verified and not r.hidden
      order by r.title
      limit 1`,
    [host, String(needsIdentity)],
  );
  return String(row?.id);
}
const manage = (host: string, id: string, search = '') => getUrl(host, `/${id}/management/view?tab=access${search}`);

test('an administrator gives access with an identity, lists who sees the report with which identity, and tries it as one of them', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } });
  const id = await findReport('vertice', true);
  await query("update users set rls_username = null where email = 'agente@vertice.test'");
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(manage('vertice', id));
  await page.getByRole('button', { name: 'Dar acesso' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Dar acesso' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
  // A blocked or inactive user isn't offered, and the text doesn't deny that they exist.
  await drawer.getByLabel('Para quem').fill('zzz');
  await page.getByText('Nenhum usuário ativo ou grupo de usuários tem esse nome').waitFor();
  await drawer.getByLabel('Para quem').fill('Helena');
  await page.getByRole('option', { name: /Helena Prado/ }).click();
  await expect.poll(() => drawer.getByLabel('Valor da identidade').inputValue()).toBe('');
  // Enter on a value that was typed to its end takes it; the form isn't sent.
  await drawer.getByLabel('Valor da identidade').first().fill('Norte');
  await page.getByRole('option', { name: 'Norte', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Norte', exact: true }).waitFor({ state: 'hidden' });
  await drawer.getByRole('button', { name: '90 dias' }).click();
  await page.keyboard.press('Control+s');
  await toast(page, /Acesso dado a Helena Prado|Já tinham acesso/);
  await region(page, 'Acessos dados').getByText('Helena Prado').first().waitFor();

  await page.getByRole('button', { name: 'Quem vê' }).click();
  const people = region(page, 'Quem vê');
  await people.getByText('como administrador').first().waitFor();
  await people.getByLabel('Buscar pessoa').fill('helena');
  await people.getByRole('button', { name: 'Testar como Helena Prado' }).click();
  await page.getByText(/Como Helena Prado, identidade \w+, papel Regional/).waitFor();
  await expect.poll(() => page.locator('.report-layer[data-visible] iframe').count()).toBe(1);
  await page.getByRole('button', { name: 'Encerrar o teste' }).click();
  await expect.poll(() => page.url()).not.toContain('as=');
  expect(complaints).toEqual([]);
});

test('access without identity needs a second confirmation, and removing access asks first', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } });
  const id = await findReport('vertice', false);
  await query("update reports set restriction = 'filters' where id = $1", [id]);
  await query('delete from grants where report_id = $1', [id]);
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(manage('vertice', id, '&new=1'));
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Para quem').fill('helena');
  await page.getByRole('option', { name: /Helena Prado/ }).click();
  // The suggestions close with the choice: they would cover the next fields.
  await expect.poll(() => page.getByRole('option').count()).toBe(0);
  await drawer.getByText('Filtros não protegem os dados').waitFor();
  await drawer.getByRole('button', { name: 'Adicionar filtro' }).click();
  await drawer.getByLabel('Tabela').fill('Loja');
  await drawer.getByLabel('Coluna').fill('Região');
  await drawer.getByLabel('Valores').fill('Sul');
  await page.keyboard.press('Enter');
  await drawer.getByRole('button', { name: 'Dar acesso' }).click();
  await page.getByText('Helena Prado vê ao abrir', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Mostrar tudo' }).click();
  await toast(page, 'Acesso dado a Helena Prado');
  const grants = region(page, 'Acessos dados');
  await grants.getByText('1 filtro').waitFor();
  await grants.getByRole('checkbox', { name: 'Selecionar Helena Prado' }).check();
  await page.getByRole('button', { name: 'Remover acesso' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remover acesso' }).click();
  await toast(page, 'Acesso removido');
  await grants.getByText('Ninguém tem acesso ainda').waitFor();
  expect(complaints).toEqual([]);
});

test('a user who may edit edits in place, saves a copy, and is asked before unsaved changes are lost', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } });
  const id = await findReport('vertice', false);
  await query('update reports set allow_edit = true where id = $1', [id]);
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', `/${id}/reports/view`));
  const frame = page.frameLocator('.report-layer[data-visible] iframe');
  await page.getByRole('button', { name: 'Editar', exact: true }).click();
  await page.getByRole('button', { name: 'Salvar uma cópia' }).waitFor();
  await frame.locator('body').waitFor();
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('bi:config') ?? '{}').permissionEditReport)).toEqual({
    permission_edit: 'S',
  });
  await expect.poll(() => page.getByRole('button', { name: 'Salvar relatório' }).isEnabled()).toBe(true);
  await page.getByRole('button', { name: 'Salvar uma cópia' }).click();
  await page.getByLabel('Nome da cópia').fill('Minha cópia');
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar uma cópia' }).click();
  await toast(page, 'Cópia salva');
  expect(await query("select count(*)::int as n from reports where title = 'Minha cópia' and owner_id is not null")).toEqual([{ n: 1 }]);
  await page.getByRole('button', { name: 'Concluir' }).click();
  await page.getByRole('button', { name: 'Editar', exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test('the tab works at 390 and 320 px without sideways scrolling', async () => {
  for (const viewport of [phone, { width: 320, height: 700 }]) {
    const page = await newPage({ viewport });
    const id = await findReport('vertice', true);
    await signIn(page, 'vertice', 'admin@vertice.test');
    for (const search of ['', '&part=people&who=unseeing', '&new=1']) {
      await page.goto(manage('vertice', id, search));
      await page
        .getByRole('button', { name: /Dar acesso|Quem vê/ })
        .first()
        .waitFor();
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    }
  }
  expect(complaints).toEqual([]);
});
