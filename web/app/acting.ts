import { currentLanguage } from '../i18n.ts';
import { loadPage } from './navigation.ts';
import type { SignInAnswer } from './session-keeper.ts';
import { store } from './storage.ts';
import { type Acting, beginActing, forgetActing, readActing, tabStorage } from './tab-session.ts';
import { send } from './wire.ts';

const endedKey = 'bi:act:ended';

/** Whose account this tab is in, and the way back; null where everybody is himself. */
export const acting = (): Acting | null => readActing(tabStorage());

/**
 * From the next page load on this tab is in somebody's account. The own session stays where it is, for the other tabs and for
 * the way back; nothing of it is sent along.
 */
export function startActing({ token, user, auth_type, tenant_id }: SignInAnswer, back: string): void {
  const tab = tabStorage();
  beginActing(tab, { person: user.name, back });
  store.saveSession({ user, token, auth_type, tenant_id });
}

/** Out of the account and back where the person was; the server has been told or knows already. */
export function stopActing(): void {
  const tab = tabStorage();
  const was = readActing(tab);
  forgetActing(tab);
  if (!was) return;
  tab.setItem(endedKey, was.person);
  loadPage(was.back);
}

/** Ends the act-as session on the server, whatever it answers, and goes back. */
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

/** Whose account this tab has just left; told once. */
export function takeEnded(): { person: string } | null {
  const tab = tabStorage();
  const person = tab.getItem(endedKey);
  tab.removeItem(endedKey);
  return person === null ? null : { person };
}
