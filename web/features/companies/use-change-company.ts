import { useState } from 'react';
import { getHome } from '../../../domain/access/screens.ts';
import { goToCompany } from '../../app/address/company-address.ts';
import { loadPage } from '../../app/address/navigation.ts';
import { landingAfterSignIn } from '../../app/address/own-path.ts';
import { call } from '../../app/data/api.ts';
import { session } from '../../app/session/session.ts';
import { usePageReturn } from '../../app/shell/use-page-return.ts';

// Spec 9: the redirect delay when the company is on the current domain.
const landingDelayMs = 2000;

/** Changes the company; `leaving` is its id from the press until the browser has left. Failures are shown according to Spec 8. */
export function useChangeCompany() {
  const [leaving, setLeaving] = useState<string | null>(null);
  usePageReturn(() => setLeaving(null));
  const change = async (company: string) => {
    setLeaving(company);
    try {
      const answer = await call('POST /api/auth/change/companies', { company });
      if (answer.status === 'change') return goToCompany(answer);
      session.signIn(answer);
      const landing = landingAfterSignIn(answer.redirect, answer.intended, getHome(answer.perfil_usuario));
      setTimeout(() => loadPage(landing), landingDelayMs);
    } catch {
      setLeaving(null);
    }
  };
  return { leaving, change };
}
