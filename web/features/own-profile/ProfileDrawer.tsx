import { useState } from 'react';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { toast } from '../../ui/toast.ts';
import { useOwnCustom } from '../custom-fields/index.ts';
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
  const identity = useIdentity(opened);
  const custom = useOwnCustom(opened);
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { data, error, draft } = identity;
  const dirty = identity.dirty || custom.dirty;
  const close = () => {
    identity.reset();
    custom.reset();
    setProblem(null);
    change({ account: undefined });
  };
  const save = async () => {
    setProblem(null);
    // Check both parts, so that all errors show at once.
    const fits = [identity.check(), custom.check()];
    if (fits.includes(false)) return;
    if (!dirty) return close();
    setSaving(true);
    const first = await identity.save();
    const second = first.failed ? first : await custom.save();
    setSaving(false);
    if (second.failed) return setProblem(second.problem);
    toast.success(t('customFields.mine.saved'));
    close();
  };
  const body = () => {
    if (error && !data)
      return (
        <ErrorState
          text={errorText(error)}
          requestId={error instanceof ApiError ? error.requestId : null}
          onRetry={() => void identity.refetch()}
        />
      );
    if (!data || !draft) return <ListSkeleton count={5} onRetry={() => void identity.refetch()} />;
    return (
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
        <IdentityFields profile={data} draft={draft} faults={identity.faults} read={identity.read} set={identity.set} />
        <OwnAnswer />
        <section aria-label={t('profile.more')}>
          <h3>{t('profile.more')}</h3>
          {custom.body}
        </section>
      </div>
    );
  };
  return (
    <FormDrawer
      opened={opened}
      title={t('customFields.mine.title')}
      text={t('customFields.mine.text')}
      dirty={dirty}
      saving={saving}
      readOnly={!data}
      problem={problem}
      onSubmit={save}
      onClose={close}
    >
      {opened && body()}
    </FormDrawer>
  );
}
