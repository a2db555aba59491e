import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { findings } from '../support/axe.ts';
import { measureOverflow, settled, signInByForm, turnTo, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { makeOwnUnit } from '../support/own-unit.ts';

const { newPage, complaints } = useBrowser();
const recovery = 'AAAA-BBBB-CCCC-DDDD';

/** An app and one recovery code of the user's account, as set-up leaves them; this session began before. */
async function giveFactor(email: string): Promise<void> {
  const hash = createHash('sha256')
    .update(`recovery ${recovery.replaceAll('-', '')}`)
    .digest('hex');
  await query(
    `with a as (select id from accounts where email = $1),
      t as (insert into factors (id, holder, account_id, kind, name, secret)
        select gen_random_uuid(), a.id, a.id, 'totp', 'Telefone', 'sealed'
        from a)
      insert into factors (id, holder, account_id, kind, hash) select gen_random_uuid(), a.id, a.id, 'recovery', decode($2, 'hex') from a`,
    [email, hash],
  );
}

test('a protected setting asks for the second factor and is then saved; on cancel, the form is unchanged', async () => {
  const unit = await makeOwnUnit();
  const page = await newPage({ expected: ['403', '422'] });
  page.setDefaultTimeout(60_000);
  await signInByForm(page, unit.host, unit.admin);
  await page.waitForURL((url) => url.pathname === '/');
  await settled(page);
  await giveFactor(unit.admin);
  const stored = async () =>
    (
      await query(
        `select "values"->'login_timeout' as hours from settings s join domains d on d.tenant_id = s.tenant_id where d.host = $1`,
        [`${unit.host}.localhost`],
      )
    )[0]?.hours ?? null;
  await turnTo(page, '/setting?area=security');
  const hours = page.getByLabel('Horas até a sessão terminar');
  await hours.fill('3');
  const save = page.getByRole('button', { name: 'Salvar' }).first();
  await save.click();
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
  await dialog.getByText('Você vai mudar algo que protege a sua unidade de negócio').waitFor();
  // On a phone the settings scroll beneath the dialog: they are no targets while it is open.
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await findings(page)).filter((found) => !found.includes('/setting?area='))).toEqual([]);
    await expect.poll(() => measureOverflow(page)).toBeLessThanOrEqual(0);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await hours.inputValue()).toBe('3');
  expect(await stored()).toBe(null);

  await save.click();
  const code = dialog.getByLabel('Código do aplicativo ou de recuperação');
  await code.fill('ZZZZ-YYYY-XXXX-WWWW');
  await page.keyboard.press('Enter');
  await dialog.locator('.field-error').waitFor();
  await code.fill(recovery);
  await page.keyboard.press('Enter');
  await page.getByText('Configurações salvas').waitFor();
  await expect.poll(() => stored()).toBe(3);
  // Passed a moment ago, it is not asked for again.
  await hours.fill('4');
  await save.click();
  await expect.poll(stored, { timeout: 60_000 }).toBe(4);
  expect(await dialog.count()).toBe(0);
  expect(complaints).toEqual([]);
}, 180_000);
