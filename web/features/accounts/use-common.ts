import { useEffect, useState } from 'react';

type Lookup = (cores: readonly string[]) => boolean;
const nothing: Lookup = () => false;

/** The list of common passwords, loaded at the first keystroke; until then no password counts as common, and the server checks again. */
export function useCommon(wanted: boolean): Lookup {
  const [lookup, setLookup] = useState<Lookup>(() => nothing);
  // A one-time code import is neither address state nor an API response.
  useEffect(() => {
    if (!wanted) return;
    import('../../../domain/accounts/common-passwords.ts').then(
      (module) => setLookup(() => module.isCommonPassword),
      () => undefined,
    );
  }, [wanted]);
  return lookup;
}
