<?php

declare(strict_types=1);

// For a program without Composer.
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Base62id\\')) {
        $file = __DIR__ . '/src/' . strtr(substr($class, 9), '\\', '/') . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
