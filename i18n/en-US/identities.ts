export const identities = {
  'identities.title': 'Identity providers',
  'identities.none': 'No provider knows this person: sign-in is by password or passkey.',
  'identities.since': 'Linked {{when}}',
  'identities.last': 'last sign-in {{when}}',
  'identities.unlink': 'Unlink',
  'identities.unlinkTitle': 'Unlink {{name}} from {{provider}}?',
  'identities.unlinkText':
    'The sessions of this person end on every device. If the provider vouches for this e-mail address again, the person is linked anew.',
  'identities.unlinkOwnText': 'You stay signed in. If the provider vouches for your e-mail address again, you are linked anew.',
  'identities.unlinked': '{{provider}} was unlinked.',
};
