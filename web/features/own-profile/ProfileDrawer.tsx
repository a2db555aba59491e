import { usePrefetchQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { call } from '../../app/data/api.ts';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { useTranslation } from '../../i18n.ts';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { toast } from '../../ui/toast.ts';
import { mineQuery, useOwnCustom } from '../custom-fields/index.ts';
import { OwnAnswer } from '../questionnaire/index.ts';
import { IdentityFields } from './IdentityFields.tsx';
import { PictureChooser } from './PictureChooser.tsx';
import { useIdentity } from './use-identity.ts';
import './own-profile.css';

/** `?account=profile` over any page: the user's picture, name, phone number, language and custom fields. */
export function ProfileDrawer() {
  const { t } = useTranslation();
  const opened = useSearchValues().account === 'profile';
  const change = useSetSearch();
  const close = () => change({ account: undefined });
  return (
    <RecordDrawer opened={opened} title={t('customFields.mine.title')} onClose={close}>
      <ProfileForm onClose={close} />
    </RecordDrawer>
  );
}

function ProfileForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  // Read below, at the same time.
  usePrefetchQuery(mineQuery);
  const { data, draft, faults, read, set, ...identity } = useIdentity();
  const custom = useOwnCustom();
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const dirty = identity.dirty || custom.dirty;
  const save = async () => {
    setProblem(null);
    // Check both parts, so that all errors show at once.
    const fits = [identity.check(), custom.check()];
    if (fits.includes(false)) return;
    if (!dirty) return onClose();
    setSaving(true);
    const first = await identity.save();
    const second = first.failed ? first : await custom.save();
    setSaving(false);
    if (second.failed) return setProblem(second.problem);
    toast.success(t('customFields.mine.saved'));
    onClose();
  };
  return (
    <DrawerForm
      title={t('customFields.mine.title')}
      text={t('customFields.mine.text')}
      dirty={dirty}
      saving={saving}
      problem={problem}
      onSubmit={save}
      onClose={onClose}
    >
      <div className="own-profile">
        <PictureChooser
          name={data.name}
          picture={data.picture}
          onUse={async (picture) => {
            await call('PUT /api/auth/account/picture', { data: picture });
            identity.renew();
          }}
          onRemove={async () => {
            await call('DELETE /api/auth/account/picture', {});
            identity.renew();
          }}
        />
        <IdentityFields profile={data} draft={draft} faults={faults} read={read} set={set} />
        <OwnAnswer />
        <section aria-label={t('profile.more')}>
          <h3>{t('profile.more')}</h3>
          {custom.body}
        </section>
      </div>
    </DrawerForm>
  );
}
