<?php

declare(strict_types=1);

namespace Base62id\Doctrine;

use Doctrine\ORM\Query\AST\Functions\FunctionNode;
use Doctrine\ORM\Query\AST\Node;
use Doctrine\ORM\Query\Parser;
use Doctrine\ORM\Query\SqlWalker;
use Doctrine\ORM\Query\TokenType;

/**
 * STARTS_WITH(id, text) in DQL: id ^@ 'user_01h4', an index scan. Over uuid it is the server's error:
 * Id::prefixRange() has the bounds.
 *
 *     $configuration->addCustomStringFunction('STARTS_WITH', StartsWith::class);
 */
final class StartsWith extends FunctionNode
{
    private Node|string $id;
    private Node|string $text;

    public function parse(Parser $parser): void
    {
        $parser->match(TokenType::T_IDENTIFIER);
        $parser->match(TokenType::T_OPEN_PARENTHESIS);
        $this->id = $parser->StringPrimary();
        $parser->match(TokenType::T_COMMA);
        $this->text = $parser->StringPrimary();
        $parser->match(TokenType::T_CLOSE_PARENTHESIS);
    }

    public function getSql(SqlWalker $sqlWalker): string
    {
        return '(' . self::sql($this->id, $sqlWalker) . ' ^@ ' . self::sql($this->text, $sqlWalker) . ')';
    }

    private static function sql(Node|string $node, SqlWalker $walker): string
    {
        return $node instanceof Node ? $node->dispatch($walker) : $node;
    }
}
