import sharpService, { type SharpImageServiceConfig } from 'astro/assets/services/sharp';

/** Pixels: as wide as a phone shows a picture at two pixels to a point. */
const SMALL = 850;

/**
 * Astro's service, with more effort (of 9) for what phones load: a tenth fewer bytes, for twice the time. Of the large
 * ones that would be a minute of a cold build, and the effort that is Astro's own minutes.
 */
const service: typeof sharpService = {
  ...sharpService,
  transform(input, picture, config, logger) {
    const avif = { effort: Number(picture['width']) <= SMALL ? 3 : 1 };
    const options: SharpImageServiceConfig = { ...config.service.config, avif };
    return sharpService.transform(
      input,
      picture,
      { ...config, service: { ...config.service, config: options } },
      logger,
    );
  },
};
export default service;
