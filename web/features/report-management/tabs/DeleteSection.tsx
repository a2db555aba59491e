import { useState } from 'react';
import type { ManagedReport } from '../../../../domain/report-management/contract.ts';
import { useGo } from '../../../app/address/address.ts';
import { useWho } from '../../../app/session/session.ts';
import { useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconTrash } from '../../../ui/icons.ts';
import { SectionHeader } from '../../../ui/PageHeader.tsx';
import { DeleteReports } from '../DeleteReports.tsx';
import { listPath } from '../paths.ts';

/** Permanent deletion, at the end of the report's data. */
export function DeleteSection({ report }: { report: ManagedReport }) {
  const { t } = useTranslation();
  const go = useGo();
  const profile = useWho()?.profile;
  const [opened, setOpened] = useState(false);
  return (
    <section>
      <SectionHeader title={t('manage.delete.section')} />
      <p className="small muted">{t('manage.delete.sectionText')}</p>
      <Button kind="danger" icon={IconTrash} className="manage-go" onClick={() => setOpened(true)}>
        {t('manage.delete.open')}
      </Button>
      <DeleteReports
        rows={[report]}
        opened={opened}
        onDone={() => go(listPath(profile), { replace: true })}
        onClose={() => setOpened(false)}
      />
    </section>
  );
}
