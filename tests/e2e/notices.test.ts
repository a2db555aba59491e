import { expect, test } from 'vitest';
import { everyLook, findings } from '../support/axe.ts';
import { desktop, enter, getUrl, phone, settled, signIn, signInByForm, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { makeNotice } from '../support/make-notice.ts';
import { makeOwnUnit } from '../support/own-unit.ts';

const { newPage, complaints } = useBrowser();

/** A unit of its own: a notice that must be acknowledged would stop everyone of a shared one. */
async function unit() {
  const own = await makeOwnUnit();
  const [row] = await query('select tenant_id as id from domains where host = $1', [`${own.host}.localhost`]);
  return { ...own, tenant: { id: String(row?.id) } };
}

test('an administrator writes a notice in two languages, it stops each person once, and who confirmed is listed', async () => {
  const { host, admin, viewer } = await unit();
  const page = await newPage();
  await signIn(page, host, admin);
  await page.goto(getUrl(host, '/notifications?tab=notices'));
  await page.getByRole('link', { name: 'coloque-os em manutenção' }).click();
  await page.getByRole('button', { name: 'Nova manutenção' }).first().waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Novo aviso' }).first().click();
  await page.getByRole('button', { name: 'Mostrar agora' }).click();
  await page.getByText('Título: campo obrigatório!').waitFor();
  await page.getByRole('textbox', { name: 'Título' }).fill('Código de conduta');
  await page.getByRole('textbox', { name: 'Texto', exact: true }).fill('Leia o **código** até sexta:\n\n- sigilo\n- respeito');
  await page.getByText(/^Sem texto próprio: .*English/).waitFor();
  await page.getByRole('combobox', { name: 'Idioma do texto' }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await page.getByRole('textbox', { name: 'Título' }).fill('Code of conduct');
  await page.getByRole('textbox', { name: 'Texto', exact: true }).fill('Read the **code** by Friday.');
  await page.getByRole('radio', { name: 'Exige confirmação de leitura' }).check();
  await page.locator('.notice-preview').getByText('Code of conduct').waitFor();
  expect(await everyLook(page, 'notice-form')).toEqual([]);
  await page.getByRole('button', { name: 'Mostrar agora' }).click();
  await page.getByText('O aviso já está no ar').waitFor();
  // The writer is an addressee too.
  await page.getByRole('dialog', { name: 'Código de conduta' }).getByRole('button', { name: 'Li e estou ciente' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await query("update users set language = 'en-US' where email = $1", [viewer]);
  const reader = await newPage({ locale: 'en-US' });
  await signInByForm(reader, host, viewer);
  const dialog = reader.getByRole('dialog', { name: 'Code of conduct' });
  await dialog.waitFor();
  await reader.keyboard.press('Escape');
  await reader.mouse.click(5, 5);
  await dialog.getByText('code', { exact: true }).waitFor();
  expect(await everyLook(reader, 'notice-gate')).toEqual([]);
  await expect.poll(() => reader.evaluate(() => document.activeElement?.textContent)).toBe('I have read this');
  await reader.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await reader.reload();
  await settled(reader);
  expect(await reader.getByRole('dialog').count()).toBe(0);
  await reader.goto(getUrl(host, '/notifications?view=notices'));
  await reader.getByText(/^You acknowledged this on/).waitFor();

  await page.reload();
  await page.getByRole('link', { name: '2 pessoas leram “Código de conduta”' }).click();
  await page.getByRole('heading', { name: 'Código de conduta', level: 1 }).waitFor();
  await page.getByText('O aviso é para 2 pessoas desta unidade.').waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(3);
  expect(await everyLook(page, 'notice-readers')).toEqual([]);
  await page.getByRole('link', { name: /^Falta confirmar/ }).click();
  await page.getByText('Todos já confirmaram.').waitFor();
  await page.getByRole('link', { name: 'Todos os avisos' }).click();
  await page
    .getByRole('button', { name: /^Ações/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Retirar' }).click();
  await page.getByRole('button', { name: 'Retirar' }).last().click();
  await page.getByText('Aviso retirado').waitFor();
  await page.getByText('Nenhum aviso no ar ou planejado.').waitFor();
  expect(complaints).toEqual([]);
});

test('a notice on home is dismissed, and found in the inbox afterwards', async () => {
  const { host, viewer, tenant } = await unit();
  await makeNotice(tenant, { title: 'Novo horário', text: 'A carga passa para as cinco.', severity: 'warning', answer: 'dismiss' });
  const page = await newPage({ viewport: phone });
  await enter(page, host, viewer);
  await page.getByText('A carga passa para as cinco.').waitFor();
  expect(await everyLook(page, 'notice-home')).toEqual([]);
  await page.getByRole('button', { name: 'Dispensar “Novo horário”' }).click();
  await page.getByText('A carga passa para as cinco.').waitFor({ state: 'detached' });
  await page.goto(getUrl(host, '/notifications'));
  await page.getByRole('link', { name: 'Avisos 1' }).click();
  await page.getByText('A carga passa para as cinco.').waitFor();
  await page.getByText(/^Você dispensou em/).waitFor();
  expect(await findings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the sign-in page shows its notices in the page’s language, and a change of language changes them', async () => {
  const { host, tenant } = await unit();
  const { id } = await makeNotice(tenant, { title: 'Rede instável', text: 'Estamos vendo.', severity: 'error', atLogin: true });
  const texts = { es: { title: 'Red inestable', text: 'Lo vemos.', body: [{ type: 'p', content: [{ text: 'Lo vemos.' }] }] } };
  await query('update notices set texts = $2 where id = $1', [id, JSON.stringify(texts)]);
  const page = await newPage({ viewport: desktop });
  await page.goto(getUrl(host, '/signin'));
  const notices = page.getByRole('region', { name: 'Avisos' });
  await notices.getByText('Rede instável').waitFor();
  expect(await notices.getByText('Red inestable').isVisible()).toBe(false);
  expect(await everyLook(page, 'notice-sign-in', { stays: true })).toEqual([]);
  await page.getByRole('combobox').last().selectOption('es');
  await page.getByText('Red inestable').waitFor();
  expect(await page.getByText('Rede instável').isVisible()).toBe(false);
  // Left and opened again within the same document, the notices are still there.
  await page
    .getByRole('link', { name: /contraseña/ })
    .first()
    .click();
  await page.goBack();
  await page.getByText('Red inestable').waitFor();
  expect(complaints).toEqual([]);
});

test('an open session sees a new notice with the next news, and a unit sees the partner’s with its source', async () => {
  const { host, admin, viewer, tenant } = await unit();
  const [row] = await query('select parent_id from tenants where id = $1', [tenant.id]);
  const partner = { id: String(row?.parent_id) };
  await query("update users set language = 'es' where email = $1", [viewer]);
  const page = await newPage({ locale: 'es-ES' });
  await enter(page, host, viewer);
  const { id } = await makeNotice(tenant, { title: 'Aviso urgente', answer: 'acknowledge' });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const dialog = page.getByRole('dialog', { name: 'Aviso urgente' });
  await dialog.waitFor({ timeout: 90_000 });
  await dialog.getByRole('button', { name: 'Lo he leído' }).click();
  await dialog.waitFor({ state: 'detached' });
  await query('delete from notices where id = $1', [id]);

  const above = await makeNotice(partner, { title: 'Do parceiro', text: 'Suporte fechado na segunda.', below: true, atLogin: true });
  const manager = await newPage();
  await signIn(manager, host, admin);
  await manager.goto(getUrl(host, '/notifications?tab=notices'));
  const region = manager.getByRole('region', { name: 'Das camadas acima' });
  await region.getByText('Suporte fechado na segunda.').waitFor();
  await region.getByText('De Numera BI').waitFor();
  const owner = await newPage();
  await signIn(owner, 'numera', 'partner@numera.test');
  await owner.goto(getUrl('numera', `/notifications?tab=notices&readers=${above.id}`));
  await owner.getByText(/^O aviso é para .+ desta unidade e para as unidades abaixo\.$/).waitFor();
  await query('delete from notices where id = $1', [above.id]);
  expect(complaints).toEqual([]);
});

test('an automatic action posts a notice: its form, its row and the form of the stored one', async () => {
  const { host, admin } = await unit();
  const page = await newPage();
  await signIn(page, host, admin);
  await page.goto(getUrl(host, '/auto_actions'));
  await page.getByRole('button', { name: 'Nova ação' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Nova ação' });
  await drawer.getByRole('button', { name: 'Notificação' }).click();
  await drawer.getByRole('combobox', { name: 'Ação' }).click();
  await page.getByRole('option', { name: 'Publicar aviso' }).click();
  await drawer.getByRole('button', { name: 'Criar ação' }).click();
  await drawer.getByText('Título: campo obrigatório!').waitFor();
  await drawer.getByText('Texto: campo obrigatório!').waitFor();
  await drawer.getByRole('textbox', { name: 'Título' }).fill('Fechamento do mês');
  await drawer.getByRole('textbox', { name: 'Texto', exact: true }).fill('Lance tudo até **sexta**.');
  await drawer.getByRole('combobox', { name: 'No ar por' }).click();
  await page.getByRole('option', { name: '8 horas' }).click();
  await drawer.locator('.notice-preview').getByText('Fechamento do mês').waitFor();
  expect(await everyLook(page, 'notice-task')).toEqual([]);
  await drawer.getByRole('button', { name: 'Criar ação' }).click();
  await page.getByRole('status').filter({ hasText: 'Ação criada' }).first().waitFor();
  await page.getByRole('link', { name: 'Publicar aviso' }).click();
  const stored = page.getByRole('dialog', { name: 'Publicar aviso' });
  expect(await stored.getByRole('textbox', { name: 'Título' }).inputValue()).toBe('Fechamento do mês');
  expect(await stored.getByRole('combobox', { name: 'No ar por' }).inputValue()).toBe('8 horas');
  expect(complaints).toEqual([]);
});
