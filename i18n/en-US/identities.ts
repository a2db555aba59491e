export const identities = {
  'identities.title': 'Identity providers',
  'identities.none': 'This person isn’t linked to a provider: they sign in with a password or passkey.',
  'identities.since': 'Linked {{when}}',
  'identities.last': 'last sign-in {{when}}',
  'identities.unlink': 'Unlink',
  'identities.unlinkTitle': 'Unlink {{name}} from {{provider}}?',
  'identities.unlinkText':
    'This person is signed out everywhere. If the provider vouches for this e-mail address again, they are linked again.',
  'identities.unlinkOwnText': 'You stay signed in. If the provider vouches for your e-mail address again, you are linked again.',
  'identities.unlinked': '{{provider}} was unlinked.',
  'identities.by': 'by {{name}}, by identifier',
  'identities.never': 'never used',
  'identities.link': 'Link by identifier',
  'identities.linkTitle': 'Link {{name}} by identifier',
  'identities.linkText':
    'The person with this identifier at the provider signs in as {{name}}, on the first attempt. {{name}} is notified by e-mail.',
  'identities.choice': 'Provider',
  'identities.subject': 'Identifier',
  'identities.subjectSaml': 'The persistent NameID, or the attribute set as the identifier, exactly as the provider sends it.',
  'identities.subjectEntra': 'The object ID of the user in this directory.',
  'identities.confirms':
    '{{name}} administers or uses another business unit too, so they can’t be linked by identifier. They sign in with the provider and confirm once with their own password or passkey.',
  'identities.linked': '{{name}} was linked to {{provider}}.',
  'identities.unlinkPlantedText': 'This person is signed out everywhere. The identifier no longer signs them in.',
};
