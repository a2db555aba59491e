import { useSuspenseQuery } from '@tanstack/react-query';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { useTranslation } from '../../i18n.ts';
import { focusOnceThere } from '../../ui/form-errors.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { OwnAddresses } from './OwnAddresses.tsx';
import { type SamlPanel, samlPanels } from './panels.ts';
import { appQuery } from './queries.ts';
import { type FormProps, SamlAppForm } from './SamlAppForm.tsx';
import { SamlHistory } from './SamlHistory.tsx';
import { TestPanel } from './TestPanel.tsx';

type Panels = { panel: SamlPanel; ticket: string | undefined; onPanel: (panel: SamlPanel) => void };
type Props = Panels &
  Pick<FormProps, 'opened' | 'joins' | 'onAdded' | 'onClose'> & {
    /** Null adds a new one. */
    id: string | null;
  };

/** Adds or edits an app; after adding, shows the values to enter at the provider. */
export function SamlDrawer({ id, panel, ticket, onPanel, ...form }: Props) {
  const { t } = useTranslation();
  const title = t(id === null ? 'saml.new' : 'saml.edit');
  return (
    <RecordDrawer opened={form.opened} title={title} onClose={form.onClose}>
      {id === null ? (
        <SamlAppForm {...form} title={title} />
      ) : (
        <Existing {...form} title={title} id={id} panel={panel} ticket={ticket} onPanel={onPanel} />
      )}
    </RecordDrawer>
  );
}

function Existing({ id, panel, ticket, onPanel, ...form }: FormProps & Panels & { id: string }) {
  const { t } = useTranslation();
  const { data, refetch } = useSuspenseQuery(appQuery(id));
  const toDomains = () => {
    onPanel('data');
    focusOnceThere('.saml-domains input');
  };
  return (
    <SamlAppForm
      {...form}
      app={data}
      elsewhere={panel !== 'data'}
      onRefused={() => onPanel('data')}
      onReload={async () => (await refetch()).data}
    >
      {(fields, onVersion) => (
        <Tabs
          label={t('saml.panels')}
          tabs={samlPanels.map((each) => ({ id: each, label: t(`saml.panel.${each}`) }))}
          value={panel}
          onChange={onPanel}
        >
          <div className="drawer-panel">
            {panel === 'data' && fields}
            {panel === 'own' && <OwnAddresses app={data} />}
            {panel === 'test' && <TestPanel ticket={ticket} app={data} onVersion={onVersion} onDomains={toDomains} />}
            {panel === 'history' && <SamlHistory id={id} />}
          </div>
        </Tabs>
      )}
    </SamlAppForm>
  );
}
