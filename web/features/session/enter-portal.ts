import { homeOf } from '../../../domain/access/screens.ts';
import type { CallOutput } from '../../app/api.ts';
import { signInPage } from '../../app/boot.ts';
import { loadPortal } from '../../app/load-portal.ts';
import { go, loadPage } from '../../app/navigation.ts';
import { landingAfterSignIn } from '../../app/own-path.ts';
import { session } from '../../app/session.ts';
import { store } from '../../app/storage.ts';
import { showLanguage, storedLanguage } from '../../i18n.ts';

type Answer = Extract<CallOutput<'POST /api/login'>, { status: 'ok' }>;
type Entered = Omit<Answer, 'redirect'> & Partial<Pick<Answer, 'redirect'>>;

// Where somebody wanted to go when he began to sign in; the page of the second factor stands at another address.
let wanted: string | null = null;
export const rememberWanted = () => {
  wanted = new URLSearchParams(location.search).get('redirect');
};

type Manner = {
  /** Begins with nothing of what was here before, and remembers that this was a sign-in (Spec 4, SAML callback). */
  fresh?: boolean;
  /** Waits between being in and going on. */
  pause?: () => Promise<void>;
};

/** What follows a sign-in, by whichever way: the person's language, the portal, and the page that was wanted. */
export async function enterPortal(answer: Entered, { fresh = false, pause }: Manner = {}): Promise<void> {
  const landing = landingAfterSignIn(wanted ?? answer.redirect ?? null, answer.intended, homeOf(answer.perfil_usuario));
  if (fresh) {
    store.clearAll();
    localStorage.clear();
  }
  let leave: (to: string) => void = (to) => go(to, { replace: true });
  try {
    // Begun with nothing, the unit's language stands for who has none.
    const own = answer.user.language ?? (fresh ? signInPage?.tenant.language : null);
    if (own && !storedLanguage()) await showLanguage(own);
    (await loadPortal()).prepareHome(answer.perfil_usuario);
  } catch {
    // He is in all the same: what could not be fetched is asked for by the page that he goes to.
    leave = loadPage;
  }
  session.signIn(answer);
  if (fresh) store.markAfterLogin();
  // Without a wait the page is left in the same moment: nothing of it is drawn for somebody who is signed in.
  if (pause) await pause();
  leave(landing);
}
