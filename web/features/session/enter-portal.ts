import { getHome } from '../../../domain/access/screens.ts';
import { go, loadPage } from '../../app/address/navigation.ts';
import { landingAfterSignIn } from '../../app/address/own-path.ts';
import type { CallOutput } from '../../app/data/api.ts';
import { session } from '../../app/session/session.ts';
import { store } from '../../app/session/storage.ts';
import { signInPage } from '../../app/start/boot.ts';
import { loadPortal } from '../../app/start/load-portal.ts';
import { showLanguage, storedLanguage } from '../../i18n.ts';

type Answer = Extract<CallOutput<'POST /api/login'>, { status: 'ok' }>;
type Entered = Omit<Answer, 'redirect'> & Partial<Pick<Answer, 'redirect'>>;

// The address requested when sign-in began; the second-factor page has an address of its own.
let wanted: string | null = null;
export const rememberWanted = () => {
  wanted = new URLSearchParams(location.search).get('redirect');
};

type Manner = {
  /** Clears everything stored before, and records that this was a sign-in (Spec 4, SAML callback). */
  fresh?: boolean;
  /** Runs between sign-in and navigation. */
  pause?: () => Promise<void>;
};

/** The steps after every sign-in: the user's language, the portal, and the requested page. */
export async function enterPortal(answer: Entered, { fresh = false, pause }: Manner = {}): Promise<void> {
  const landing = landingAfterSignIn(wanted ?? answer.redirect ?? null, answer.intended, getHome(answer.perfil_usuario));
  if (fresh) {
    store.clearAll();
    localStorage.clear();
  }
  let leave: (to: string) => void = (to) => go(to, { replace: true });
  try {
    // After a fresh start, users without a language get the unit's.
    const own = answer.user.language ?? (fresh ? signInPage?.tenant.language : null);
    if (own && !storedLanguage()) await showLanguage(own);
    (await loadPortal()).prepareHome(answer.perfil_usuario);
  } catch {
    // The sign-in has succeeded anyway: the target page refetches whatever could not be loaded.
    leave = loadPage;
  }
  session.signIn(answer);
  if (fresh) store.markAfterLogin();
  // Without a pause the page is left synchronously, so that it never renders for a signed-in user.
  if (pause) await pause();
  leave(landing);
}
