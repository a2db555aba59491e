import { useState } from 'react';
import { goToCompany } from '../../app/address/company-address.ts';
import { go } from '../../app/address/navigation.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';

type Wish = CallInput<'POST /api/auth/change/partner/to/admin'>;

/** Enters a unit, or goes to the page that waits for the unit's approval (Spec 4, partner switch). */
export function useEnterUnit() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** The attempt to repeat after the second factor. */
  const [stale, setStale] = useState<(() => void) | null>(null);
  const enter = async (wish: Wish, atOnce: boolean): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    setStale(null);
    try {
      const answer = await call(
        atOnce ? 'POST /api/auth/change/partner/to/admin/no/verify' : 'POST /api/auth/change/partner/to/admin',
        wish,
      );
      if (answer.status === 'change') goToCompany(answer);
      else go(answer.redirect);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setBusy(false);
      if (error.status === 'factor_stale') setStale(() => () => void enter(wish, atOnce));
      else setProblem(errorText(error));
      return false;
    }
  };
  return { busy, problem, enter, stale, forget: () => setStale(null) };
}
