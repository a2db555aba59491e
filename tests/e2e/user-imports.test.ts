import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings } from '../support/axe.ts';
import { desktop, getUrl, measureOverflow, phone, settled, signIn, signInByForm, still, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { makeOwnUnit } from '../support/own-unit.ts';

const { newPage, complaints } = useBrowser();

/** The current step, light and dark: axe findings and sideways scrolling. */
async function looked(page: Page, step: string): Promise<void> {
  await settled(page);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await still(page);
    expect(await findings(page), `${step}, ${colorScheme}`).toEqual([]);
  }
  await expect.poll(() => measureOverflow(page), { message: step }).toBeLessThanOrEqual(0);
}

test.each([
  ['wide', desktop],
  ['on a phone', phone],
])('a file goes through the four steps, %s', async (kind, viewport) => {
  const page = await newPage({ viewport, acceptDownloads: true });
  await signIn(page, 'vertice', 'admin@vertice.test');
  const mark = kind === 'wide' ? 'largo' : 'fone';
  const file = [
    'Nome;E-mail;Telefone;Matrícula;Grupos',
    `Lia Prates;lia.${mark}@vertice.test;;VA-3001;Gestores; Comitê comercial`.replace('Gestores; Comitê', '"Gestores; Comitê').concat('"'),
    `Rui Sá;rui.${mark}@vertice.test;;VA-3002;`,
    'Ana Sem Domínio;ana@vertice;;3003;',
    `Téo Leal;teo.${mark}@vertice.test;;VA-3004;Gestores`,
  ].join('\r\n');

  await page.goto(getUrl('vertice', '/user?import=1'));
  await page.getByRole('heading', { name: 'Importações desta unidade' }).waitFor();
  await page.getByText('contratacoes.csv').first().waitFor();
  await looked(page, 'upload');
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: `novos-${mark}.csv`, mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${file}`) });

  await expect.poll(() => page.url()).toContain('import=2');
  const filled = (column: string) => page.getByRole('combobox', { name: `Campo que ${column} preenche` });
  await filled('Grupos').waitFor();
  await expect.poll(() => filled('E-mail').inputValue()).toBe('E-mail');
  await expect.poll(() => filled('Matrícula').inputValue()).toBe('Matrícula');
  await looked(page, 'map');
  await page.getByRole('button', { name: 'Revisar dados' }).last().click();

  await expect.poll(() => page.url()).toContain('import=3');
  await page.getByText('1 linha com erro está oculta.').waitFor();
  // The button of the last step is gone, and the keyboard goes on from the heading.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(await page.getByText('Ana Sem Domínio').count()).toBe(0);
  await page.getByRole('button', { name: 'Mostrar', exact: true }).click();
  // Rows with an error come first, also if they are last in the file.
  await page.getByRole('table').locator('tbody tr').first().getByText('Ana Sem Domínio').waitFor();
  // Each reason is a line of its own and not cut off, and the format is named.
  const reasons = page.locator('td.import-result').first().locator('.import-reason');
  expect(await reasons.allInnerTexts()).toEqual(['Complete o domínio (.com.br)', 'Matrícula: deve ter o formato VA-9999']);
  const [one, other] = [await reasons.first().boundingBox(), await reasons.last().boundingBox()];
  expect(other?.y).toBeGreaterThan(one?.y ?? 0);
  expect((other?.x ?? 0) + (other?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
  // The header of the sticky column is drawn over it, not behind its first row.
  if (kind === 'wide') {
    const head = page.getByRole('columnheader', { name: 'Resultado' });
    const isOnTop = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    expect(await head.evaluate(isOnTop)).toBe(true);
    const [above, below] = [await head.boundingBox(), await page.locator('td.import-result').first().boundingBox()];
    expect(above?.y).toBeLessThan(below?.y ?? 0);
  }
  await looked(page, 'review');
  await page.getByRole('button', { name: 'Retirar a linha 5' }).click();
  await page.getByRole('status').filter({ hasText: '1 linha retirada' }).first().waitFor();
  await expect.poll(() => page.getByText('Téo Leal').count()).toBe(0);
  await page.getByLabel('Ignorar a 1 linha com erro').check();
  await page.getByRole('button', { name: 'Validar 2 linhas' }).click();

  await page.getByRole('button', { name: 'Importar 2 usuários' }).waitFor();
  await looked(page, 'plan');
  await page.getByRole('button', { name: 'Importar 2 usuários' }).click();
  await page.getByText('1 usuário não foi cadastrado por causa dos erros identificados.').waitFor({ timeout: 60_000 });
  await page.getByText('2 usuários cadastrados.').waitFor();
  await page.getByRole('button', { name: /Todas/ }).click();
  await expect.poll(() => page.locator('.import-ok').count()).toBeGreaterThanOrEqual(2);
  await looked(page, 'result');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Baixar resultado' }).click()]);
  expect(download.suggestedFilename()).toBe(`novos-${mark} - resultado.csv`);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toContain('Nome;E-mail;Telefone;Matrícula;Grupos;');

  await page.getByRole('button', { name: 'Nova importação' }).click();
  await page.getByText(`novos-${mark}.csv`).first().waitFor();
  await page.goto(getUrl('vertice', `/user?search=lia.${mark}`));
  await page.getByText('Lia Prates').first().waitFor();
  expect(complaints).toEqual([]);
});

test('a missing column is named before the review, another file replaces the first, and corrected rows hide no others', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  const mark = Date.now() % 100_000;
  const upload = (name: string, lines: string[]) =>
    page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  await page.goto(getUrl('vertice', '/user?import=1'));
  await upload('sem-coluna.csv', ['Nome;E-mail', `Eva Reis;eva.${mark}@vertice.test`]);
  const notice = page.locator('#import-missing');
  await notice.getByText('Diga qual coluna traz: Matrícula').waitFor();
  await looked(page, 'a missing column');
  await page.getByRole('button', { name: 'Revisar dados' }).last().click();
  await page.locator('#import-missing:focus').waitFor();

  await page.getByRole('button', { name: 'Enviar arquivo' }).last().click();
  await upload('com-coluna.csv', [
    'Nome;E-mail;Matrícula',
    `Eva Reis;eva.${mark}@vertice.test;5001`,
    `Ivo Paz;ivo.${mark}@vertice.test;5002`,
    `Zoe Gil;zoe.${mark}@vertice.test;5003`,
  ]);
  await expect.poll(() => page.getByRole('combobox', { name: 'Campo que Matrícula preenche' }).inputValue()).toBe('Matrícula');
  expect(await notice.count()).toBe(0);
  await page.getByRole('button', { name: 'Revisar dados' }).last().click();

  // All rows have an error, so all are shown, and stay so when one is correct.
  await page.getByRole('button', { name: /Alterar Matrícula da linha 3: 5002/ }).click();
  await page.getByRole('textbox', { name: /Matrícula/ }).fill('VA-5002');
  await page.keyboard.press('Enter');
  await page.getByText('pronta', { exact: true }).waitFor();
  await settled(page);
  for (const name of ['Eva Reis', 'Ivo Paz', 'Zoe Gil']) await page.getByRole('button', { name: new RegExp(`: ${name}$`) }).waitFor();
  expect(complaints).toEqual([]);
});

test('imported users are given access: they join a new group, and its reports are chosen next', async () => {
  const page = await newPage({ expected: ['409'] });
  await signIn(page, 'vertice', 'admin@vertice.test');
  const mark = Date.now() % 100_000;
  // From the list, whose styles are then loaded too and may come after the ones of the import.
  await page.goto(getUrl('vertice', '/user'));
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  await page.getByRole('button', { name: 'Escolher arquivo' }).waitFor();
  // No heading is known as that of the e-mail: the cells are.
  const rows = [`Nara Luz;nara.${mark}@vertice.test;VA-4001`, `Oto Dias;oto.${mark}@vertice.test;VA-4002`];
  const file = ['Nome;Login corporativo;Matrícula', ...rows].join('\n');
  await page.locator('input[type="file"]').setInputFiles({ name: 'equipe.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await expect.poll(() => page.url()).toContain('import=2');
  await expect.poll(() => page.getByRole('combobox', { name: 'Campo que Login corporativo preenche' }).inputValue()).toBe('E-mail');
  await page.getByRole('button', { name: 'Revisar dados' }).last().click();
  await page.getByRole('button', { name: 'Alterar Nome da linha 2: Nara Luz' }).waitFor();
  const [head, first] = await Promise.all([
    page.getByRole('columnheader', { name: 'Nome', exact: true }).boundingBox(),
    page.locator('tbody tr').first().boundingBox(),
  ]);
  expect((head?.y ?? 0) + (head?.height ?? 0), 'the header covers no row').toBeLessThanOrEqual((first?.y ?? 0) + 1);
  await page.getByRole('button', { name: 'Validar 2 linhas' }).click();
  await page.getByRole('button', { name: 'Importar 2 usuários' }).click();
  await page.getByRole('button', { name: 'Dar acesso a estas 2 pessoas' }).click({ timeout: 60_000 });
  const dialog = page.getByRole('dialog', { name: 'Dar acesso a estas 2 pessoas' });
  const submit = dialog.getByRole('button', { name: 'Adicionar a grupo' });
  await submit.click();
  await dialog.getByText(/obrigatório/).waitFor();
  await still(page);
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Novo grupo' }).click();
  // The name of a group that exists is refused at its field.
  await dialog.getByLabel('Nome', { exact: true }).fill('Gestores');
  await submit.click();
  await expect.poll(() => dialog.getByLabel('Nome', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  await dialog.getByLabel('Nome', { exact: true }).fill(`Equipe ${mark}`);
  await submit.click();
  await page.getByRole('status').filter({ hasText: '2 pessoas estão no grupo' }).first().waitFor();
  await expect.poll(() => page.url()).toContain('tab=reports');
  await page.getByRole('combobox', { name: 'Dar relatórios' }).waitFor();
  await page.getByRole('tab', { name: /Membros/ }).click();
  await page.getByText('Nara Luz').first().waitFor();
  await page.getByText('Oto Dias').first().waitFor();
  expect(complaints).toEqual([]);
});

test('a file that isn’t a list of users is refused with its reason, and the step stays', async () => {
  const page = await newPage({ expected: ['422'] });
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/user?import=1'));
  const send = (name: string, text: string) =>
    page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Escolher arquivo' }).waitFor();
  await send('senhas.csv', 'Nome;E-mail;Senha\nAna;ana@vertice.test;x\n');
  await page.getByRole('alert').filter({ hasText: 'Senha' }).waitFor();
  await send('vazia.csv', 'Nome;E-mail\n');
  await expect.poll(() => page.getByRole('alert').innerText()).not.toContain('Senha');
  expect(page.url()).toContain('import=1');
  expect(complaints).toEqual([]);
});

test('rows beyond the seats are announced before they run, each number with its own noun', async () => {
  const unit = await makeOwnUnit();
  await query('update tenants t set user_limit = 3 from domains d where d.tenant_id = t.id and d.host = $1', [`${unit.host}.localhost`]);
  const page = await newPage();
  await signInByForm(page, unit.host, unit.admin);
  await page.goto(getUrl(unit.host, '/user?import=1'));
  const file = ['Nome;E-mail', ...['Lia', 'Rui', 'Téo'].map((name, n) => `${name} Prates;pessoa${n}@ipe.test`)].join('\r\n');
  await page.locator('input[type="file"]').setInputFiles({ name: 'novos.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${file}`) });
  await page.getByRole('button', { name: 'Revisar dados' }).last().click();
  await page.getByText('2 de 3 vão ultrapassar o limite. Vagas livres: 1.').waitFor();
  expect(complaints).toEqual([]);
});
