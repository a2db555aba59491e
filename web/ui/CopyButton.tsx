import { useEffect, useState } from 'react';
import { useEntryTranslation } from '../i18n.ts';
import { Button } from './Button.tsx';
import { IconCheck, IconCopy } from './icons.ts';

/** Spec 9: duration of the copy feedback. */
const FEEDBACK_MILLISECONDS = 1000;

type Props = { text: string; children: string; boxed?: boolean };

/** Copies a text and shows the result for one second. */
export function CopyButton({ text, children, boxed = false }: Props) {
  const { t } = useEntryTranslation();
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  // Clears the timer when the button unmounts.
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), FEEDBACK_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  };
  const words = outcome === 'copied' ? t('ui.copied') : outcome === 'failed' ? t('ui.copyFailed') : children;
  return (
    <Button
      kind={boxed ? 'default' : 'text'}
      size="s"
      icon={outcome === 'copied' ? IconCheck : IconCopy}
      className={boxed ? undefined : 'copy-bare'}
      onClick={copy}
    >
      <span aria-live="polite">{words}</span>
    </Button>
  );
}
