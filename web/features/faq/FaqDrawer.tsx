import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Language } from '../../../domain/session/languages.ts';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { useTranslation } from '../../i18n.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { FaqForm, type FaqFormProps } from './FaqForm.tsx';
import { FaqHistory } from './FaqHistory.tsx';
import { entryQuery } from './queries.ts';

type Own = Pick<FaqFormProps, 'opened' | 'onClose'> & { /** The tenant's language. */ own: Language };

/** Writes a question, or edits one in all its languages and shows its history. */
export function FaqDrawer({ id, ...own }: Own & { id: string | null }) {
  const { t } = useTranslation();
  return (
    <RecordDrawer opened={own.opened} title={t(id === null ? 'faq.new' : 'faq.editTitle')} gone={t('faq.gone')} onClose={own.onClose}>
      {id === null ? <FaqForm {...own} /> : <Existing {...own} id={id} />}
    </RecordDrawer>
  );
}

function Existing({ id, ...own }: Own & { id: string }) {
  const { t } = useTranslation();
  const [panel, setPanel] = useState<'data' | 'history'>('data');
  const { data, refetch } = useSuspenseQuery(entryQuery(id));
  return (
    <FaqForm
      {...own}
      record={data}
      elsewhere={panel !== 'data'}
      onRefused={() => setPanel('data')}
      onReload={async () => (await refetch()).data}
    >
      {(fields) => (
        <Tabs
          label={t('faq.panels')}
          tabs={(['data', 'history'] as const).map((each) => ({ id: each, label: t(`faq.panel.${each}`) }))}
          value={panel}
          onChange={setPanel}
        >
          <div className="drawer-panel">{panel === 'history' ? <FaqHistory id={id} /> : fields}</div>
        </Tabs>
      )}
    </FaqForm>
  );
}
