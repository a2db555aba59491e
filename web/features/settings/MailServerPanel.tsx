import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconServer } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { mailServerQuery } from './loader.ts';
import { MailServerForm } from './MailServerForm.tsx';

/** The mail server in use: the platform's, or the tenant's own with its form. */
export function MailServerPanel() {
  return (
    <Reading>
      <Server />
    </Reading>
  );
}

function Server() {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(mailServerQuery);
  const [adding, setAdding] = useState(false);
  if (!data.server && !adding) {
    return (
      <Notice
        icon={IconServer}
        action={
          <Button size="s" onClick={() => setAdding(true)}>
            {t('mailServer.add')}
          </Button>
        }
      >
        {t('mailServer.none', { address: data.platform })}
      </Notice>
    );
  }
  return <MailServerForm key={data.server?.version ?? 0} server={data.server} onGone={() => setAdding(false)} />;
}
