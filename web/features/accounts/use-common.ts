import { useEffect, useState } from 'react';

type Lookup = (cores: readonly string[]) => boolean;
const nothing: Lookup = () => false;

/** The list of common passwords, fetched when somebody begins to type; until then nothing is common, and the server looks again. */
export function useCommon(wanted: boolean): Lookup {
  const [lookup, setLookup] = useState<Lookup>(() => nothing);
  // A chunk of code that is read once is neither state of the address nor an answer of the API.
  useEffect(() => {
    if (!wanted) return;
    import('../../../domain/accounts/common-passwords.ts').then(
      (module) => setLookup(() => module.isCommonPassword),
      () => undefined,
    );
  }, [wanted]);
  return lookup;
}
