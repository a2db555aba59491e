// The Worker's place of '@peculiar/x509', '@peculiar/asn1-android' and 'reflect-metadata' (dev/build-worker.ts). They read the
// certificates by which a maker vouches for a device. Nobody is asked for them here (attestation "none"), so an answer that brings one to
// be followed to its root is refused like any other that cannot be verified.
class NoCertificates {
  constructor() {
    throw new Error('Certificates of devices are not read');
  }
}

export {
  NoCertificates as AuthorityKeyIdentifierExtension,
  NoCertificates as CRLDistributionPointsExtension,
  NoCertificates as KeyDescription,
  NoCertificates as SubjectKeyIdentifierExtension,
  NoCertificates as X509Certificate,
  NoCertificates as X509ChainBuilder,
  NoCertificates as X509Crl,
};
export const id_ce_keyDescription = '1.3.6.1.4.1.11129.2.1.17';
