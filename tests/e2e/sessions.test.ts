import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings } from '../support/axe.ts';
import { getUrl, measureOverflow, settled, signInByForm, turnTo, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { makeOwnUnit } from '../support/own-unit.ts';

const { newPage, complaints } = useBrowser();
const long = { timeout: 60_000 };

const getUnit = (host: string) => `(select tenant_id from domains where host = '${host}.localhost')`;
const getId = (email: string) => `(select id from users where email = '${email}')`;
/** Sets when a user's live sessions end, from now; focusing the page makes it check. */
async function endsIn(page: Page, email: string, seconds: number): Promise<void> {
  await query(
    `update sessions set expires_at = now() + make_interval(secs => $1) where user_id = ${getId(email)} and revoked_at is null and actor_sid is null`,
    [seconds],
  );
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

test('a user answers the job title once, is warned before session and access hours end, and ends another session', async () => {
  const unit = await makeOwnUnit();
  await query(`update settings set "values" = "values" || '{"show_questionario_perfil":"S"}' where tenant_id = ${getUnit(unit.host)}`);
  // The message of an ended session in its page.
  const page = await newPage({ expected: ['401', 'token_invalid'] });
  await signInByForm(page, unit.host, unit.viewer);
  const question = page.getByRole('dialog', { name: 'Qual é o seu cargo?' });
  await question.waitFor(long);
  expect(await findings(page)).toEqual([]);
  await question.getByLabel('Outro').check();
  await page.getByRole('button', { name: 'Continuar' }).click();
  const words = page.getByRole('dialog', { name: 'Qual é a sua função?' });
  await words.waitFor(long);
  await page.keyboard.press('Escape');
  await question.waitFor(long);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await words.getByLabel('Com suas palavras').fill('Tecelã');
  await page.keyboard.press('Enter');
  await page.getByText('Obrigado, sua resposta foi guardada').waitFor(long);
  expect(await query(`select answer, other from questionnaires where user_id = ${getId(unit.viewer)}`)).toEqual([
    { answer: 'other', other: 'Tecelã' },
  ]);

  await endsIn(page, unit.viewer, 110);
  const ending = page.getByRole('dialog', { name: 'Sua sessão está para terminar' });
  await ending.waitFor(long);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await findings(page)).toEqual([]);
    await expect.poll(() => measureOverflow(page)).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  await ending.getByRole('button', { name: 'Ficar' }).click();
  await page.getByText('Sua sessão continua').waitFor(long);
  await ending.waitFor({ state: 'hidden', ...long });

  // Open for four minutes more by the unit's own clock.
  await query(`update users u set access_hours = jsonb_build_array(jsonb_build_object('days', '[1,2,3,4,5,6,7]'::jsonb,
      'from', to_char((now() at time zone t.zone) - interval '2 hours', 'HH24:MI'), 'to',
      to_char((now() at time zone t.zone) + interval '4 minutes', 'HH24:MI')))
    from tenants t where t.id = u.tenant_id and u.email = '${unit.viewer}'`);
  await page.reload();
  await page.locator('.hours-end').waitFor(long);
  await expect.poll(() => page.locator('.hours-end').textContent()).toContain('Seu horário de acesso termina em');
  expect(await findings(page)).toEqual([]);
  await query(`update users set access_hours = null where email = '${unit.viewer}'`);

  const other = await newPage({ expected: ['401', 'token_invalid'] });
  await signInByForm(other, unit.host, unit.viewer);
  await settled(other);
  await turnTo(page, '/?account=sessions');
  const drawer = page.getByRole('dialog', { name: 'Minhas sessões' });
  await drawer
    .getByRole('button', { name: /Encerrar a sessão/ })
    .first()
    .click(long);
  await page.getByText('1 sessão encerrada').waitFor(long);
  await drawer.getByText('Você não está conectado em nenhum outro lugar.').waitFor(long);
  await other.reload();
  await other.waitForURL((url) => url.pathname === '/signin', long);

  await endsIn(page, unit.viewer, 4);
  await page.waitForURL((url) => url.pathname === '/signin' && url.search.includes('redirect'), long);
  expect(complaints).toEqual([]);
});

test('an administrator cannot lock the unit out, has a trial change reverted, and ends a user’s sessions', async () => {
  const unit = await makeOwnUnit();
  const viewer = await newPage({ expected: ['401', 'token_invalid'] });
  await signInByForm(viewer, unit.host, unit.viewer);
  await settled(viewer);
  // A list without the own address is refused before it is confirmed by name.
  const page = await newPage({ expected: ['409', '422'] });
  await signInByForm(page, unit.host, unit.admin);
  await turnTo(page, '/setting?area=security');
  await page.getByLabel('Deixar entrar só a partir destes endereços').check({ force: true, ...long });
  await page.getByLabel('Endereços', { exact: true }).fill('198.51.100.0/24');
  await page.getByText('Esteja num endereço permitido antes de ligar').first().waitFor(long);
  await page.getByRole('button', { name: 'Salvar' }).last().click();
  const lockout = page.getByRole('dialog', { name: 'Você ficaria de fora' });
  await lockout.waitFor(long);
  expect(await findings(page)).toEqual([]);
  await lockout.getByRole('button', { name: 'Cancelar' }).click();
  await lockout.waitFor({ state: 'hidden', ...long });
  await page.getByRole('button', { name: 'Incluir meu endereço' }).click();
  await page.getByRole('button', { name: 'Salvar' }).last().click();
  await page.getByText(/será desfeita em \d+:\d\d/).waitFor(long);
  expect(await findings(page)).toEqual([]);
  // The trial is not confirmed: past its time the old list applies again, and a new visit says so.
  await query(
    `update settings
      set "values" = jsonb_set("values", '{ip_trial,until}', to_jsonb((now() - interval '1 minute')::text))
      where tenant_id = ${getUnit(unit.host)}`,
  );
  await query('select * from app.settle_addresses()');
  await page.reload();
  await expect
    .poll(
      () =>
        page
          .getByLabel('Deixar entrar só a partir destes endereços')
          .isChecked()
          .catch(() => null),
      long,
    )
    .toBe(false);

  const [person] = await query(`select id from users where email = '${unit.viewer}'`);
  await page.goto(getUrl(unit.host, `/user?id=${person?.id}&tab=security`));
  await page.getByRole('button', { name: 'Sair de todos os lugares' }).click(long);
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Sair de todos os lugares' }).click(long);
  await page.getByText('1 sessão encerrada').waitFor(long);
  await viewer.reload();
  await viewer.waitForURL((url) => url.pathname === '/signin', long);
  expect(complaints).toEqual([]);
});
