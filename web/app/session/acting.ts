import { currentLanguage } from '../../i18n.ts';
import { loadPage } from '../address/navigation.ts';
import { send } from '../data/wire.ts';
import type { SignInAnswer } from './session-keeper.ts';
import { store } from './storage.ts';
import { type Acting, beginActing, forgetActing, readActing, tabStorage } from './tab-session.ts';

const endedKey = 'bi:act:ended';

/** The account this tab is acting in, and the way back; null in the user's own account. */
export const acting = (): Acting | null => readActing(tabStorage());

/**
 * From the next page load on, this tab acts in another user's account. The administrator's own session stays stored for the other tabs and
 * for the way back; no part of it is sent with calls from this tab.
 */
export function startActing({ token, user, auth_type, tenant_id }: SignInAnswer, back: string): void {
  const tab = tabStorage();
  beginActing(tab, { person: user.name, back });
  store.saveSession({ user, token, auth_type, tenant_id });
}

/** Leaves the account and returns to the previous page; the server has already been informed. */
export function stopActing(): void {
  const tab = tabStorage();
  const was = readActing(tab);
  forgetActing(tab);
  if (!was) return;
  tab.setItem(endedKey, was.person);
  loadPage(was.back);
}

/** Ends the act-as session on the server and goes back, even if the call fails. */
export async function endActing(): Promise<void> {
  const token = store.session()?.token ?? null;
  await send({
    method: 'POST',
    path: '/api/auth/remote/session/end',
    input: {},
    token,
    language: currentLanguage(),
    keepalive: true,
  }).catch(() => undefined);
  stopActing();
}

/** The account this tab has just left; returned once. */
export function takeEnded(): { person: string } | null {
  const tab = tabStorage();
  const person = tab.getItem(endedKey);
  tab.removeItem(endedKey);
  return person === null ? null : { person };
}
