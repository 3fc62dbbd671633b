interface ImportMetaEnv {
  /** Google Analytics measurement id; without it nothing is measured. */
  readonly PUBLIC_GA_ID?: string;
}
