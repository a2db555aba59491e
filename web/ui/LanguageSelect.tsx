import { useId } from 'react';
import { languageNames } from '../../i18n/languages.ts';
import { isLanguage, setLanguage, useEntryTranslation } from '../i18n.ts';
import { IconLanguage } from './icons.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import './LanguageSelect.css';

/** Chooses the language of this device (Spec 9, bi:lang). A native select: small, and familiar on phones. */
export function LanguageSelect({ onChange }: { onChange?: () => void }) {
  const { t, language } = useEntryTranslation();
  const id = useId();
  return (
    <span className="language-select">
      <IconLanguage size={16} aria-hidden="true" />
      <label htmlFor={id}>
        <VisuallyHidden>{t('ui.public.language')}</VisuallyHidden>
      </label>
      <select
        id={id}
        value={language}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          if (isLanguage(chosen)) void setLanguage(chosen).then(onChange);
        }}
      >
        {Object.entries(languageNames).map(([value, name]) => (
          <option key={value} value={value} lang={value}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
