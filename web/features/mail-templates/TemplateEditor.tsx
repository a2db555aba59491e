import { useSuspenseQuery } from '@tanstack/react-query';
import type { NotificationKind } from '../../../domain/notifications/kinds.ts';
import { languageNames } from '../../../i18n/languages.ts';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { type Language, useTranslation } from '../../i18n.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { templateQuery } from './loader.ts';
import { TemplateChanges } from './TemplateChanges.tsx';
import { TemplateForm } from './TemplateForm.tsx';

/** One kind of mail: a tab for each language, and who changed it. */
export function TemplateEditor({ kind }: { kind: NotificationKind }) {
  const { t, language: mine } = useTranslation();
  const values = useSearchValues();
  const change = useSetSearch();
  const { data } = useSuspenseQuery(templateQuery(kind));
  const shown = data.languages.find(({ language }) => language === values.lang) ?? data.languages.find(({ language }) => language === mine);
  if (!shown) return null;
  return (
    <>
      <Tabs
        label={t('templates.languages')}
        tabs={data.languages.map(({ language, own }) => ({
          id: language,
          label: own ? t('templates.language.own', { language: languageNames[language] }) : languageNames[language],
        }))}
        value={shown.language}
        onChange={(next: Language) => change({ lang: next === mine ? undefined : next })}
      >
        <TemplateForm key={shown.language} kind={kind} stored={shown} variables={data.variables} />
      </Tabs>
      <TemplateChanges history={data.history} />
    </>
  );
}
