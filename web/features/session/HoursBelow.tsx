import { useEffect, useState } from 'react';
import { useEntryTranslation } from '../../i18n.ts';
import { wordsBelow } from './sign-in-words.ts';

/** Shown below a sign-in refused outside the user's access hours: the hours, and when they start again. Loaded after the refusal. */
export function HoursBelow({ error }: { error: unknown }) {
  const { language } = useEntryTranslation();
  const [words, setWords] = useState<string | null>(null);
  // The words are a text part that is loaded only for this refusal.
  useEffect(() => {
    setWords(null);
    wordsBelow(error, language).then(setWords, () => undefined);
  }, [error, language]);
  return words && <span className="sign-in-below">{words}</span>;
}
