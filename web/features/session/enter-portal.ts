import { homeOf } from '../../../domain/access/screens.ts';
import type { CallOutput } from '../../app/api.ts';
import { showLanguage, storedLanguage } from '../../app/i18n.ts';
import { loadPortal } from '../../app/load-portal.ts';
import { go } from '../../app/navigation.ts';
import { landingAfterSignIn } from '../../app/own-path.ts';
import { session } from '../../app/session.ts';

type Entered = Omit<Extract<CallOutput<'POST /api/login'>, { status: 'ok' }>, never>;

// Where somebody wanted to go when he began to sign in; the page of the second factor stands at another address.
let wanted: string | null = null;
export const rememberWanted = () => {
  wanted = new URLSearchParams(location.search).get('redirect');
};

/** What follows a sign-in, by whichever way: the person's language, the portal, and the page that was wanted. */
export async function enterPortal(answer: Entered): Promise<void> {
  if (!storedLanguage() && answer.user.language) await showLanguage(answer.user.language);
  const landing = landingAfterSignIn(wanted ?? answer.redirect, answer.intended, homeOf(answer.perfil_usuario));
  const portal = await loadPortal();
  portal.prepareHome(answer.perfil_usuario);
  session.signIn(answer);
  go(landing, { replace: true });
}
